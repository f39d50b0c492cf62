/** What somebody typed or pasted as the code of a room: letters and digits, wherever they stand. */
export const CODE_LENGTH = 6;

const IN_A_LINK = /\/room\/([a-z0-9]{6})(?![a-z0-9])/i;
const BY_ITSELF = /(?<![a-z0-9])[a-z0-9]{6}(?![a-z0-9])/i;

/** As far as it goes: of a link or a message with a code the code, else the first letters and digits. */
export function codeIn(typed: string): string {
  const found = IN_A_LINK.exec(typed)?.[1] ?? BY_ITSELF.exec(typed)?.[0] ?? typed.replace(/[^a-z0-9]/gi, "");
  return found.slice(0, CODE_LENGTH).toUpperCase();
}
