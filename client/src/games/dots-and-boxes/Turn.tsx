/** Whose turn it is, in words, with the time that is left and how the 25 boxes are shared so far. */

import { useEffect, useId, useState } from "react";
import { Icon, type Moment, useHost } from "@/game-kit";
import { LETTERS, Patterns, patternId, seatStyle } from "./Stitches";
import type { Draw, View } from "./types";

interface TurnProps {
  moment: Moment<View, Draw>;
  words: string;
}

export function Turn({ moment, words }: TurnProps) {
  return (
    <div className="dots-turn">
      <p className="dots-turn-words">
        <span>{words}</span>
        {moment.dueMs !== null && moment.outcome === null && (
          <TimeLeft clock={moment.clock} due={moment.dueMs} />
        )}
      </p>
      <Shares view={moment.view} />
    </div>
  );
}

function TimeLeft({ clock, due }: { clock: () => number; due: number }) {
  const { t } = useHost();
  const [left, setLeft] = useState(() => due - clock());
  useEffect(() => {
    setLeft(due - clock());
    const timer = setInterval(() => setLeft(due - clock()), 250);
    return () => clearInterval(timer);
  }, [clock, due]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return (
    <span
      className="dots-time figures"
      role="timer"
      data-short={seconds <= 5}
      aria-label={t("time", { seconds })}
    >
      <Icon name="clock" size={20} />
      {seconds}
    </span>
  );
}

/** The boxes so far as one strip of cloth, seat by seat; what is still free stays bare. */
function Shares({ view }: { view: View }) {
  const { t } = useHost();
  const id = useId();
  const all = view.boxes.flat().length;
  const from = (seat: number) => view.scores.slice(0, seat).reduce((sum, score) => sum + score, 0);
  const told = view.scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ");
  const wide = 16;
  return (
    <svg
      className="dots-shares"
      viewBox={`0 0 ${all * wide} 16`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("shares", { told })}
    >
      <Patterns id={id} />
      <rect className="dots-shares-free" width={all * wide} height="16" rx="3" />
      {view.scores.map((score, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <g key={seat} style={seatStyle(seat)} transform={`translate(${from(seat) * wide} 0)`}>
          <rect className="dots-cloth-base" width={score * wide} height="16" />
          <rect width={score * wide} height="16" fill={`url(#${patternId(id, seat)})`} />
        </g>
      ))}
    </svg>
  );
}
