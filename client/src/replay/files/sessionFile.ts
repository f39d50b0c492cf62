/** The session file that was opened last: read in the browser, kept until the page is loaded again. */
import i18next from "i18next";
import { observable, useObservable } from "@/observable";
import { notify } from "@/ui/notices";

export interface SessionFile {
  /** Grows with every file, so that the same one can be opened twice. */
  count: number;
  name: string;
  text: string;
}

/** What the server takes. */
const LARGEST_BYTES = 256 * 1024;

const opened = observable<SessionFile | null>(null);

export const useSessionFile = (): SessionFile | null => useObservable(opened);

/** Read the first of these files; whether it can be shown. Of several, and of one that is too large, the player is told. */
export async function readSessionFile(files: readonly File[]): Promise<boolean> {
  const [file] = files;
  const t = i18next.getFixedT(null, "hub");
  if (!file) return false;
  if (file.size > LARGEST_BYTES) {
    notify(t("session.tooLarge", { name: file.name }));
    return false;
  }
  if (files.length > 1) notify(t("session.several", { name: file.name }));
  const text = await file.text();
  opened.set({ count: (opened.get()?.count ?? 0) + 1, name: file.name, text });
  return true;
}
