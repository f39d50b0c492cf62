/** Many places of which one can be reached by Tab: the arrows lead from there to the others. */
import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Step, stepOf } from "./keys";

type Place = HTMLElement | SVGElement;

/** `around` goes on the element around the places, `place(key)` on each of them.
 *
 * `next` says where a step leads from a place; null for nowhere. Other keys are left to the places themselves. When the
 * place that can be reached goes, the one nearest to it takes its part, and the focus if it had it. A game that sets
 * `tabIndex` itself until a place has had the focus gives an empty `first`.
 */
export function useRovingFocus(first: string, next: (from: string, step: Step) => string | null) {
  const [current, setCurrent] = useState(first);
  const ref = useRef<Element | null>(null);
  const focused = useRef<Place | null>(null);
  const stood = useRef({ x: 0, y: 0 });
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || current === "") return;
    const there = placeOf(box, current);
    const lost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (there && !lost) return;
    const place = there ?? nearestPlace(box, stood.current);
    if (!place) return;
    setCurrent(keyOf(place) ?? current);
    if (lost) place.focus();
  });
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const key = keyOf(target);
    const place = key !== null && ref.current ? placeOf(ref.current, key) : null;
    if (key === null || !place || !ref.current) return;
    focused.current = place;
    stood.current = spotIn(ref.current, place);
    setCurrent(key);
  }, []);
  const onBlur = useCallback(() => {
    focused.current = null;
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const [step, from] = [stepOf(event), keyOf(event.target)];
    if (!step || from === null) return;
    event.preventDefault();
    const to = latest.current(from, step);
    if (to === null) return;
    setCurrent(to);
    if (ref.current) placeOf(ref.current, to)?.focus();
  }, []);
  const around = useCallback((element: Element | null) => {
    ref.current = element;
  }, []);
  return {
    current,
    around: { ref: around, onFocus, onBlur, onKeyDown },
    place: (key: string) => ({ "data-place": key, tabIndex: key === current ? 0 : -1 }),
  };
}

function keyOf(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest("[data-place]")?.getAttribute("data-place") ?? null)
    : null;
}

function placeOf(box: Element, key: string): Place | null {
  return box.querySelector<Place>(`[data-place="${key}"]`);
}

/** The middle of a place, from the corner of what is around it. */
function spotIn(box: Element, place: Element): { x: number; y: number } {
  const [outer, inner] = [box.getBoundingClientRect(), place.getBoundingClientRect()];
  return { x: inner.x + inner.width / 2 - outer.x, y: inner.y + inner.height / 2 - outer.y };
}

function nearestPlace(box: Element, from: { x: number; y: number }): Place | null {
  const places = [...box.querySelectorAll<Place>("[data-place]")].map((place) => {
    const { x, y } = spotIn(box, place);
    return { place, far: Math.hypot(x - from.x, y - from.y) };
  });
  return places.sort((a, b) => a.far - b.far)[0]?.place ?? null;
}
