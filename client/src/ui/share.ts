/** Hand a text to somebody: the device's own sheet where there is one, else the clipboard. */
import i18next from "i18next";
import { notify } from "./notices";

export async function share(text: string): Promise<void> {
  if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ text });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copy(text);
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(i18next.t("copied", { ns: "hub" }));
  } catch {
    notify(text);
  }
}
