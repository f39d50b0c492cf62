/** Candles for lives, feathers for undos, stars for what went well; each with how it looks when it is spent or missed. */
import type { SVGProps } from "react";
import { numbersTo, useHost } from "@/game-kit";

type Path = readonly [path: string, fill: string, stroke?: string, more?: SVGProps<SVGPathElement>];
const LINE = { strokeWidth: 1.4, strokeLinecap: "round" } as const;
const DISH: Path = ["M1.5 27h13l-2 2.5h-9z", "light-dark(#a8792f, #b98d45)"];
const VANE = "M16.5 1.5C8 4 3.5 11 4.5 21c8-1 12-6.5 12-19.5z";
const QUILL = "M16.5 1.5C12 10 7 17 3 28.5M8.5 17.5l4.5-1M10.5 13.5l4-1M7 13l1.5 4.5";
const STAR = "M12 2.8l2.7 6 6.5.7-4.9 4.3 1.4 6.4L12 16.9l-5.7 3.3 1.4-6.4L2.8 9.5l6.5-.7z";
const STAR_LINE = { strokeWidth: 1.2, strokeLinejoin: "round" } as const;

const PICTURES = {
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
  star: [[STAR, "var(--lamp)", "var(--lamp)", STAR_LINE]],
  starMissed: [[STAR, "none", "var(--edge-strong)", STAR_LINE]],
} satisfies Record<string, readonly Path[]>;

export function Picture({ of }: { of: keyof typeof PICTURES }) {
  const [width, height, scale] = of.startsWith("star")
    ? [24, 24, 44 / 24]
    : [of.startsWith("life") ? 16 : 20, 30, 1];
  const paths: readonly Path[] = PICTURES[of];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} height={height * scale} aria-hidden="true">
      {paths.map(([path, fill, stroke, more]) => (
        <path key={path} d={path} fill={fill} stroke={stroke} {...more} />
      ))}
    </svg>
  );
}

/** How many lives or undos are left. */
export function Left({ kind, left, of }: { kind: "life" | "undo"; left: number; of: number }) {
  const { t } = useHost();
  return (
    <span className="sd-left" role="img" aria-label={t(`status.${kind}`, { left, of })}>
      {numbersTo(of).map((index) => (
        <Picture key={index} of={index < left ? kind : `${kind}Spent`} />
      ))}
    </span>
  );
}
