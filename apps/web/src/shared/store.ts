import { useSyncExternalStore } from 'react';

/** Ends a subscription or timer; may be called again. */
export type Unsubscribe = () => void;

/** A value outside React that components and plain code can subscribe to. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** A store for those who only read it. */
export type Readable<Value> = Pick<Store<Value>, 'get' | 'subscribe'>;

export const createStore = <Value>(initial: Value): Store<Value> => {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <Value>(store: Readable<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
