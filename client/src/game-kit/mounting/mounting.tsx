/** Parts of a game's page that another package ships: scripts that draw into an element which they are given.
 *
 * Each exports `mount(element, props)`, which draws and returns `update(props)`, called with every change, and `unmount()`.
 * The props are those of a component in a game's folder, with the version of this agreement (`mountedPage.ts`).
 */
import { type ReactElement, type RefObject, useLayoutEffect, useRef } from "react";
import { isUnloaded, Unloaded } from "@/unloaded";
import { useHost } from "../contract/host";
import type { Lesson, LoadedAnalysis } from "../contract/module";
import type { AnalysisProps, GameProps } from "../contract/types";
import { GameLayout } from "../layout/GameLayout";
import { playerNames } from "../match/playerNames";
import { useRefusal } from "../match/useRefusal";
import type {
  AnalysisScript,
  BoardScript,
  LearnScript,
  Mount,
  Mounted,
  PlainEnding,
  PreferencesScript,
  Versioned,
} from "./mountedPage";
import "./mounting.css";

/** Raised when what is said here changes for those who rely on it. */
export const VERSION = 2;

/** A script, and the style sheet that goes with it. */
export interface Part {
  script: string;
  style: string | null;
}

type AnyGameProps = GameProps<unknown, unknown, unknown>;

type Unversioned<Props extends Versioned> = Omit<Props, "version">;

/** The component that draws a match, and the sounds that go with it. */
export async function loadBoard(part: Part | undefined) {
  const { mount, ending = plainEnding, sounds = {} } = await load<BoardScript>(part);
  function MountedBoard(props: AnyGameProps) {
    const [board, status, controls] = [useElement(), useElement(), useElement()];
    useMounted(board, mount, () => ({ ...props, status: at(status), controls: at(controls) }));
    useRefusal(props.refused);
    return (
      <GameLayout
        moment={props.moment}
        status={<div ref={status} />}
        board={<div ref={board} className="mounted-board" />}
        controls={<div ref={controls} className="mounted-controls" />}
        ending={props.moment.outcome && ending(props)}
      />
    );
  }
  return { default: MountedBoard, sounds };
}

/** What is said of an end by a page that says nothing itself: everybody's points. */
function plainEnding({ host, moment, seats, mine }: AnyGameProps): PlainEnding {
  const lines = playerNames(host.t, seats, mine).map(({ fullName }, seat) =>
    host.t("over.score", { name: fullName, score: moment.scores[seat] ?? 0 }),
  );
  return { title: host.t("over.title"), text: lines.join(" · ") };
}

/** The component that draws an analysis, and what the replay beside it asks of the report. */
export async function loadAnalysis(part: Part): Promise<LoadedAnalysis> {
  type Props = AnalysisProps<unknown>;
  const script = await load<AnalysisScript>(part);
  const MountedAnalysis = (props: Props) => useOneElement(script.mount, props);
  return { mistakes: () => [], marksAt: () => null, ...script, default: MountedAnalysis };
}

/** The lessons, each with a `key` and a `mount` of its own. */
export async function loadLessons(part: Part): Promise<{ lessons: readonly Lesson[] }> {
  const { lessons } = await load<LearnScript>(part);
  return {
    lessons: lessons.map(({ key, mount }) => ({
      key,
      Scene: ({ done }) => useOneElement(mount, { done, host: useHost() }),
    })),
  };
}

/** The component that asks for what this device keeps. */
export async function loadPreferences(part: Part) {
  const { mount } = await load<PreferencesScript>(part);
  return { default: () => useOneElement(mount, { host: useHost() }) };
}

const useElement = () => useRef<HTMLDivElement>(null);

function at(ref: RefObject<HTMLElement | null>): HTMLElement {
  if (!ref.current) throw new Error("what is drawn into is not on the page");
  return ref.current;
}

function useOneElement<Props extends Versioned>(
  mount: Mount<Props>,
  props: Unversioned<Props>,
): ReactElement {
  const element = useElement();
  useMounted(element, mount, () => props);
  return <div ref={element} className="mounted-part" />;
}

/** Mounted once into an element of its own, told of every change, and taken off with it. */
function useMounted<Props extends Versioned>(
  ref: RefObject<HTMLElement | null>,
  mount: Mount<Props>,
  propsNow: () => Unversioned<Props>,
): void {
  const mounted = useRef<Mounted<Props> | null>(null);
  const latest = useRef(propsNow);
  latest.current = propsNow;
  // Before the updates, so that the first of them finds it mounted.
  useLayoutEffect(() => {
    const inside = document.createElement("div");
    inside.className = "mounted";
    at(ref).append(inside);
    const page = checked(mount(inside, { ...latest.current(), version: VERSION } as Props));
    mounted.current = page;
    return () => {
      mounted.current = null;
      unmountGuarded(page);
      inside.remove();
    };
  }, [ref, mount]);
  useLayoutEffect(() => mounted.current?.update({ ...propsNow(), version: VERSION } as Props));
}

/** An error that leaves a cleanup would take the page that is shown next with it. */
function unmountGuarded(page: Pick<Mounted<unknown>, "unmount">): void {
  try {
    page.unmount();
  } catch (error) {
    console.error(error);
  }
}

/** What `mount` returned, if a page can be updated and taken off with it: a boundary shows the error otherwise. */
function checked<Props>(returned: Partial<Mounted<Props>> | undefined | null): Mounted<Props> {
  const { update, unmount } = returned ?? {};
  if (typeof update === "function" && typeof unmount === "function") return returned as Mounted<Props>;
  // It has drawn already: what it began is ended.
  if (typeof unmount === "function") unmountGuarded(returned as Mounted<Props>);
  throw new TypeError(
    "mount must return an object with the functions update and unmount, and no promise of one",
  );
}

/** What a script exports; its styles are there, too. */
async function load<Script>(part: Part | undefined): Promise<Script> {
  if (!part) throw new Error("the package has no board.js");
  const [script] = await Promise.all([imported(part.script), part.style && link(part.style)]);
  return script as Script;
}

/** Before a script that did not arrive is asked for a second time. */
const SECOND_MS = 1000;
let seconds = 0;

/** A script that does not arrive is asked for once more. Browsers may remember that an address failed: the second time it is written otherwise. */
async function imported(address: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ address);
  } catch (error) {
    if (!isUnloaded(error)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
  seconds += 1;
  return import(/* @vite-ignore */ `${address}?again=${seconds}`);
}

/** Style sheets of the page, by their addresses: each is there, or on its way. */
const sheets = new Map<string, Promise<void>>();

function link(address: string): Promise<void> {
  const known = sheets.get(address);
  if (known) return known;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const there = new Promise<void>((resolve, reject) => {
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      sheet.remove();
      sheets.delete(address);
      reject(new Unloaded(`no style sheet at ${address}`));
    };
    document.head.append(sheet);
  });
  sheets.set(address, there);
  return there;
}
