import { createStore, type Readable } from '#shared/store.ts';
import type { ConfigState } from './config.ts';
import type { Upload } from './upload.ts';

/** The forms of the upload manager (specification, section 2). */
type DrawerForm = 'closed' | 'expanded' | 'minimised';

export interface Drawer {
  readonly form: DrawerForm;
  /** It is about to close automatically. */
  readonly closing: boolean;
}

export interface EngineState {
  readonly config: ConfigState;
  /** In the order in which they started. */
  readonly uploads: readonly Upload[];
  readonly drawer: Drawer;
  /** Uploads that the browser had no room to store: they end with the page. */
  readonly unkept: ReadonlySet<string>;
}

/** The engine's state and the functions that change it. */
export interface EngineStore extends Readable<EngineState> {
  readonly change: (part: Partial<EngineState>) => void;
  readonly find: (id: string) => Upload | undefined;
  /** Replaces an upload's former state. */
  readonly replace: (upload: Upload) => void;
  /** Drops all uploads; the configuration stays. */
  readonly reset: () => void;
}

export const closedDrawer: Drawer = { form: 'closed', closing: false };

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
    reset: () => store.set({ ...initialState, config: store.get().config }),
  };
};
