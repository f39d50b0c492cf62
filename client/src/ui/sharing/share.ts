/** Handing a text to somebody: the device's own sheet, the clipboard, or a sheet of ours from which it can be taken. */
import i18next from "i18next";
import { observable, useObservable } from "@/observable";
import { notify } from "../notices";

const HERE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an address like this one leads to the very machine that opens it. */
export const isThisMachine = (hostname: string): boolean => HERE.test(hostname);

/** Whether a text would lead others to their own machine: it names ours by a name that only we know it by. */
const leadsNowhere = (text: string): boolean =>
  isThisMachine(location.hostname) && text.includes(location.origin);

export async function share(text: string): Promise<void> {
  if (leadsNowhere(text) || !canSend() || !window.matchMedia("(pointer: coarse)").matches) return copy(text);
  if (!(await send(text))) await copy(text);
}

export async function copy(text: string): Promise<void> {
  if (!leadsNowhere(text) && (await copied(text))) notify(i18next.t("copied", { ns: "hub" }));
  else offer(text);
}

/** Whether the device has a sheet of its own for handing things on; over plain HTTP no browser offers it. */
export const canSend = (): boolean => navigator.share !== undefined;

/** By the device's own sheet; whether that was shown. */
export async function send(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Into the clipboard, if the browser lets us; over plain HTTP it does so only for what is selected in a field. */
export async function copied(text: string, field?: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return field != null && document.execCommand("copy");
  }
}

const offered = observable<string | null>(null);

/** Shows a text to be taken from the page; null takes it away again. */
export const offer = offered.set;

export const useOffered = (): string | null => useObservable(offered);
