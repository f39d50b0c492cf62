/** One finger, mouse or pen on a board: from where it is to the place that it means.
 *
 * The board is measured once, when the pointer comes down, and what the pointer means is no state of React: browsers
 * send a move right before a frame, and there is no time in it to render the board or to lay it out.
 */
import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";

interface PointerUse<Place> {
  /** What is measured; the handlers may stand on it or on something around it. */
  board: RefObject<Element | null>;
  /** The place at a point, given in shares of the board's width and height from its left and top. */
  placeAt: (right: number, below: number) => Place;
  same?: (a: Place, b: Place) => boolean;
  /** The pointer came down. */
  begin?: (at: Place) => void;
  /** It means another place now. */
  move?: (to: Place) => void;
  /** It was lifted. */
  end: (at: Place) => void;
  /** It was lost: nothing is to be done. */
  cancel?: () => void;
  /** A mouse or a pen is over a place without being down; null when it has left. */
  hover?: (at: Place | null) => void;
  /** A click focuses what lies under it. Otherwise the board keeps the focus, also where the pointer comes down beside it. */
  clickFocuses?: boolean;
}

interface Held<Place> {
  pointer: number;
  place: Place;
  placeOf: (event: PointerEvent) => Place;
}

/** Handlers, and what the pointer that is down means; a second finger is ignored until the first is lifted. */
export function usePointer<Place>(use: PointerUse<Place>) {
  const held = useRef<Held<Place> | null>(null);
  const same = use.same ?? Object.is;
  const ofHeld = (event: PointerEvent) => (held.current?.pointer === event.pointerId ? held.current : null);
  const letGo = () => {
    held.current = null;
    use.cancel?.();
  };
  const handlers = {
    onMouseDown(event: MouseEvent) {
      if (!use.clickFocuses) event.preventDefault();
    },
    onPointerDown(event: PointerEvent<Element>) {
      const board = use.board.current;
      if (!board || held.current || event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      if (board instanceof HTMLElement) board.focus({ preventScroll: true });
      const placeOf = measured(board, use.placeAt);
      held.current = { pointer: event.pointerId, place: placeOf(event), placeOf };
      use.begin?.(held.current.place);
    },
    onPointerMove(event: PointerEvent<Element>) {
      const now = ofHeld(event);
      if (now) {
        const place = now.placeOf(event);
        if (same(place, now.place)) return;
        now.place = place;
        use.move?.(place);
      } else if (!held.current && use.hover && event.pointerType !== "touch" && use.board.current)
        use.hover(measured(use.board.current, use.placeAt)(event));
    },
    onPointerUp(event: PointerEvent) {
      const now = ofHeld(event);
      if (!now) return;
      held.current = null;
      use.end(now.placeOf(event));
    },
    onPointerCancel(event: PointerEvent) {
      if (ofHeld(event)) letGo();
    },
    onPointerLeave() {
      if (!held.current) use.hover?.(null);
    },
  };
  return { handlers, held: () => held.current?.place ?? null, letGo };
}

/** From the pointer to a place, for as long as the board stays where it is. */
function measured<Place>(board: Element, placeAt: PointerUse<Place>["placeAt"]) {
  const box = board.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(board).paddingLeft) || 0;
  const frame = board.clientLeft + padding;
  const [width, height] = [box.width - 2 * frame, box.height - 2 * frame];
  return (event: PointerEvent): Place =>
    placeAt((event.clientX - box.left - frame) / width, (event.clientY - box.top - frame) / height);
}
