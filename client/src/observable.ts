/** A value outside React that components follow. */
import { useSyncExternalStore } from "react";

interface Observable<Value> {
  get: () => Value;
  /** Sets the value and calls everybody who subscribed. */
  set: (value: Value) => void;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

export function observable<Value>(first: Value): Observable<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value now; the component is drawn again when it changes. */
export function useObservable<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
