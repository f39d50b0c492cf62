/** The thread that a pointer means, shown before it is set.
 *
 * A flat one and an upright one lie ready on a picture of their own and are moved into place without React: browsers
 * send a move right before a frame, and there is no time in it to render the board or to lay it out.
 */
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { type Cloth, ownerOf, sizeOf, spanOf, transformOf } from "./cloth";
import { Thread } from "./Stitches";

/** Show which line is meant; null for none. */
export type Aiming = (line: string | null) => void;

const WAYS = ["h00", "v00"];
/** It lies over the pins and ends at their edges. */
const INSET = 15;

export function Aim({ ref, cloth, seat }: { ref: Ref<Aiming>; cloth: Cloth; seat: number }) {
  const threads = useRef<SVGGElement>(null);
  const meant = useRef<string | null>(null);
  const show = () => {
    const line = meant.current;
    const free = line !== null && ownerOf(cloth, line) === null;
    for (const thread of threads.current?.children ?? []) {
      const shown = free && thread.getAttribute("data-way") === line[0];
      if (shown) thread.setAttribute("transform", transformOf(line));
      if (shown !== thread.hasAttribute("data-aimed")) thread.toggleAttribute("data-aimed", shown);
    }
  };
  useImperativeHandle(ref, () => (line) => {
    if (line === meant.current) return;
    meant.current = line;
    show();
  });
  useLayoutEffect(show);
  const { width, height } = sizeOf(cloth);
  return (
    <svg className="dots-aims" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g ref={threads}>
        {WAYS.map((name) => {
          const { length } = spanOf(name);
          return (
            <g key={name} className="dots-aim" data-way={name[0]}>
              <g transform={`translate(${INSET})`}>
                <Thread length={length - 2 * INSET} seat={seat} />
              </g>
              <circle className="dots-lit" r="13.5" />
              <circle className="dots-lit" cx={length} r="13.5" />
            </g>
          );
        })}
      </g>
    </svg>
  );
}
