/** How long a name is, as the server counts: what looks the same is the same, and the marks on a letter count with it. */
export function nameLength(typed: string): number {
  const shown = typed.normalize("NFKC").replace(/\s+/g, " ").trim();
  return [...shown.replace(/[\p{M}\u200d]/gu, "")].length;
}
