import { createStore, type Store } from '#shared/store.ts';
import type { ConfigState } from './config.ts';
import { closedDrawer, type Drawer } from './drawer.ts';
import type { Upload } from './upload.ts';

export interface EngineState {
  readonly config: ConfigState;
  /** In the order in which they were begun. */
  readonly uploads: readonly Upload[];
  readonly drawer: Drawer;
  /** Uploads for which the browser had no room: they end with the page. */
  readonly unkept: ReadonlySet<string>;
}

/** The engine's state with the ways in which its parts change it. */
export interface EngineStore extends Pick<Store<EngineState>, 'get' | 'subscribe'> {
  readonly change: (part: Partial<EngineState>) => void;
  readonly find: (id: string) => Upload | undefined;
  /** Puts an upload in the place of its former state. */
  readonly replace: (upload: Upload) => void;
  /** Nothing is left, as at the beginning. */
  readonly reset: () => void;
}

const initialState: EngineState = {
  config: { kind: 'loading' },
  uploads: [],
  drawer: closedDrawer,
  unkept: new Set(),
};

export const createEngineStore = (): EngineStore => {
  const store = createStore(initialState);
  const change = (part: Partial<EngineState>): void => store.set({ ...store.get(), ...part });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    find: (id) => store.get().uploads.find(({ facts }) => facts.id === id),
    replace: (upload) =>
      change({
        uploads: store
          .get()
          .uploads.map((other) => (other.facts.id === upload.facts.id ? upload : other)),
      }),
    reset: () => store.set(initialState),
  };
};
