/** What came of a game for one player: stars, each with what won it or what it was missed by, and what it took. */
import type { ReactNode } from "react";
import { Facts } from "../layout/Facts";
import { PathPicture } from "./PathPicture";
import "./SoloResult.css";

const STAR = "M12 2.8l2.7 6 6.5.7-4.9 4.3 1.4 6.4L12 16.9l-5.7 3.3 1.4-6.4L2.8 9.5l6.5-.7z";
const LINE = { strokeWidth: 1.2, strokeLinejoin: "round" } as const;

interface SoloResultProps {
  stars: readonly { won: boolean; text: string }[];
  /** What it took, by name. */
  took: Readonly<Record<string, ReactNode>>;
}

export function SoloResult({ stars, took }: SoloResultProps) {
  return (
    <>
      {stars.length > 0 && (
        <ul className="solo-stars row">
          {stars.map(({ won, text }, index) => (
            <li key={text} data-won={won} style={{ animationDelay: `${120 * index}ms` }}>
              <Star won={won} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={took} className="solo-took row" />
    </>
  );
}

function Star({ won }: { won: boolean }) {
  const [fill, stroke] = won ? ["var(--lamp)", "var(--lamp)"] : ["none", "var(--edge-strong)"];
  return <PathPicture paths={[[STAR, fill, stroke, LINE]]} width={24} height={24} scale={44 / 24} />;
}
