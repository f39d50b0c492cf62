/** What a player has left, candles for lives and feathers for undos, and what came of a level in the end. */
import {
  CountLeft,
  type DrawnPath,
  type Ending,
  type Moment,
  PathPicture,
  SoloResult,
  span,
  useBoardName,
  useHost,
} from "@/game-kit";
import type { Action, View } from "../types";

const LINE = { strokeWidth: 1.4, strokeLinecap: "round" } as const;
const DISH: DrawnPath = ["M1.5 27h13l-2 2.5h-9z", "light-dark(#a8792f, #b98d45)"];
const VANE = "M16.5 1.5C8 4 3.5 11 4.5 21c8-1 12-6.5 12-19.5z";
const QUILL = "M16.5 1.5C12 10 7 17 3 28.5M8.5 17.5l4.5-1M10.5 13.5l4-1M7 13l1.5 4.5";

type Kind = "life" | "undo";

const PICTURES: Readonly<Record<Kind | `${Kind}Spent`, readonly DrawnPath[]>> = {
  life: [
    ["M8 1.5C11 5 11.5 7 11.5 8.5a3.5 3.5 0 0 1-7 0C4.5 7 5 5 8 1.5z", "light-dark(#d9871c, #ffc66b)"],
    ["M4 14.5q4-2.5 8 0V27H4z", "light-dark(#e6d3a9, #efe2c4)", "light-dark(#a98e56, #b79e6c)"],
    ["M8 9v4.5", "none", "#4a3a2a", LINE],
    DISH,
  ],
  lifeSpent: [
    ["M8 17c-3-3 3-4 0-7s2-4 .5-6.5", "none", "var(--ink-soft)", LINE],
    ["M4 22q2-2 4-.5 2-1.5 4 .5v5H4z", "var(--edge)", "var(--edge-strong)"],
    ["M8 21.5V19", "none", "#4a3a2a", LINE],
    DISH,
  ],
  undo: [
    [VANE, "light-dark(#6b5f9c, #a89be0)"],
    [QUILL, "none", "light-dark(#3c3268, #e8e2ff)", LINE],
  ],
  undoSpent: [
    [VANE, "none", "var(--edge-strong)", { strokeDasharray: "2 2.5" }],
    [QUILL, "none", "var(--edge-strong)", LINE],
  ],
};

function Picture({ kind, spent }: { kind: Kind; spent: boolean }) {
  const paths = PICTURES[spent ? (`${kind}Spent` as const) : kind];
  return <PathPicture paths={paths} width={kind === "life" ? 16 : 20} height={30} />;
}

type Counts = Record<"lives" | "undos", number>;

/** How many lives and undos are left. */
export function Left({ lives, undos, limits }: Counts & { limits: Counts }) {
  const drawn = (kind: Kind) => (spent: boolean) => <Picture kind={kind} spent={spent} />;
  return (
    <>
      <CountLeft name="life" left={lives} of={limits.lives} draw={drawn("life")} />
      <CountLeft name="undo" left={undos} of={limits.undos} draw={drawn("undo")} />
    </>
  );
}

/** The stars in their order, each with what won it or what it was missed by; the words are `over.star.<what>`. */
export function starsOf(view: View): readonly { won: boolean; what: string }[] {
  const solved = view.ended === "solved";
  const alone = view.hints === 0 && view.restarts === 0;
  const kept = view.lives === view.limits.lives;
  const help = view.hints > 0 ? (view.restarts > 0 ? "helpedAndRestarted" : "helped") : "restarted";
  return [
    { won: solved, what: solved ? "solved" : "notSolved" },
    { won: solved && alone, what: alone ? "alone" : help },
    { won: solved && alone && kept, what: !kept ? "livesSpent" : alone ? "livesKept" : "needsSecond" },
  ];
}

export function useEnding({ view, outcome, last }: Moment<View, Action>): Ending | null {
  const { t } = useHost();
  const boardName = useBoardName();
  if (!outcome) return null;
  const solved = outcome.reason === "solved";
  const time = span(Math.floor((last?.at_ms ?? 0) / 1000));
  const stars = starsOf(view);
  const won = stars.filter((star) => star.won).length;
  const facts = {
    count: won,
    stars: "★".repeat(won) + "☆".repeat(stars.length - won),
    level: boardName(view.difficulty),
    time,
    actions: view.actions,
    tiles: view.tiles.length,
    cells: view.grid.split(".").length - 1,
  };
  const how = solved ? "solved" : outcome.reason === "finished" ? "finished" : "lost";
  const took = {
    [t("boards.time")]: time,
    [t("over.lives")]: [<Picture key="life" kind="life" spent={!view.lives} />, view.lives],
    [t("over.undos")]: [<Picture key="undo" kind="undo" spent={!view.undos} />, view.undos],
    [t("over.hints")]: view.hints,
    [t("over.restarts")]: t("over.restartsOf", { restarts: view.restarts, most: view.limits.restarts }),
  };
  return {
    title: t(`over.${how}.title`),
    text: t(solved || view.tiles.length > 0 ? `over.${how}.text` : `over.${how}.cleared`, facts),
    spoken: solved ? t("over.solved.spoken", facts) : undefined,
    share: t(`over.${how}.share`, facts),
    picture: (
      <SoloResult
        stars={solved ? stars.map(({ won, what }) => ({ won, text: t(`over.star.${what}`) })) : []}
        took={took}
      />
    ),
  };
}
