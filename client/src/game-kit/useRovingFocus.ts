/** Many places of which one can be reached by Tab: the arrows lead from there to the others. */
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { type Step, stepOf } from "./keys";

/** `around` goes on the element around the places, `place(key)` on each of them.
 *
 * `next` says where a step leads from a place; null for nowhere. Other keys are left to the places themselves.
 */
export function useRovingFocus(first: string, next: (from: string, step: Step) => string | null) {
  const [current, setCurrent] = useState(first);
  const ref = useRef<Element | null>(null);
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  const onFocus = useCallback((event: FocusEvent) => {
    const key = keyOf(event.target);
    if (key !== null) setCurrent(key);
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const [step, from] = [stepOf(event), keyOf(event.target)];
    if (!step || from === null) return;
    event.preventDefault();
    const to = latest.current(from, step);
    if (to === null) return;
    setCurrent(to);
    const place = ref.current?.querySelector(`[data-place="${to}"]`);
    if (place instanceof HTMLElement || place instanceof SVGElement) place.focus();
  }, []);
  const around = useCallback((element: Element | null) => {
    ref.current = element;
  }, []);
  return {
    current,
    around: { ref: around, onFocus, onKeyDown },
    place: (key: string) => ({ "data-place": key, tabIndex: key === current ? 0 : -1 }),
  };
}

function keyOf(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest("[data-place]")?.getAttribute("data-place") ?? null)
    : null;
}
