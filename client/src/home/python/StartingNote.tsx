/** What somebody waits for before a game begins, over whatever page that is: how far Python has come, or that the hub prepares. */
import { type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useTranslation } from "react-i18next";
import { announce } from "@/ui/notices";
import type { Python } from "./python";
import "@/ui/page/offline.css";

/** What takes less is not worth a word. */
const SOON_MS = 500;
/** Between two things that are said aloud: what comes sooner is only shown. */
const SAID_AGAIN_MS = 1500;

type Starting = Pick<Python, "ready" | "starting">;

/** Shown until it has started, or cannot, or what was waited for is there. */
export async function noteWhileStarting(python: Starting, awaited: Promise<unknown>): Promise<void> {
  const over = Promise.race([python.ready, awaited]).then(
    () => true,
    () => true,
  );
  const late = new Promise<boolean>((soon) => setTimeout(() => soon(false), SOON_MS));
  if (await Promise.race([over, late])) return;
  await shownUntil(<StartingNote python={python} />, over);
}

/** Shown until the hub, which prepares a game, has answered. */
export const notePreparing = (answer: Promise<unknown>): Promise<void> =>
  shownUntil(<PreparingNote />, answer);

async function shownUntil(note: ReactNode, over: Promise<unknown>): Promise<void> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(note);
  await over;
  root.unmount();
  place.remove();
}

function PreparingNote() {
  const { t } = useTranslation("hub");
  const text = t("room.preparing");
  useSaidAloud(text);
  return (
    <label className="notice offline-progress">
      <span>{text}</span>
      <progress />
    </label>
  );
}

function StartingNote({ python }: { python: Starting }) {
  const { t } = useTranslation("hub");
  const [part, setPart] = useState(0);
  const percent = Math.round(part * 100);
  const text = t("room.starting", { percent });
  useEffect(() => python.starting(setPart), [python]);
  useSaidAloud(text);
  return (
    <label className="notice offline-progress">
      <span>{text}</span>
      <progress value={percent} max={100} />
    </label>
  );
}

/** Now, and as it changes, but not more often than somebody can listen. */
function useSaidAloud(text: string): void {
  const [said, setSaid] = useState<{ text: string; at: number } | null>(null);
  useEffect(() => {
    if (said?.text === text) return;
    const say = () => {
      announce(text);
      setSaid({ text, at: performance.now() });
    };
    const timer = setTimeout(say, said ? said.at + SAID_AGAIN_MS - performance.now() : 0);
    return () => clearTimeout(timer);
  }, [text, said]);
}
