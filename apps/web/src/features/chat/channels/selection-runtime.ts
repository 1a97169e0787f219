import { createStore, type Store } from '#shared/store.ts';
import { noSelection, stepSelection, type Selection, type SelectionEvent } from './selection.ts';

type Stop = () => void;

export interface SelectionPorts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Stop;
  /** Stores the newest message of the channel as last active. */
  readonly save: (channelId: string) => void;
}

export interface ChannelSelection {
  readonly selection: Pick<Store<Selection>, 'get' | 'subscribe'>;
  readonly tell: (event: SelectionEvent) => void;
}

/** Runs the effects of the channel selection. */
export const createChannelSelection = (ports: SelectionPorts): ChannelSelection => {
  const store = createStore(noSelection);
  let waiting: Stop | null = null;
  let saving: Stop | null = null;

  const tell = (event: SelectionEvent): void => {
    const { selection, effects } = stepSelection(store.get(), event, ports.now());
    store.set(selection);
    if (event.kind === 'signed-out') saving?.();
    for (const effect of effects) {
      switch (effect.kind) {
        case 'wait':
          waiting = ports.after(effect.ms, () => tell({ kind: 'wait-over' }));
          break;
        case 'stop-waiting':
          waiting?.();
          break;
        case 'save-after':
          // Of two channels selected in a row, only the second was really viewed.
          saving?.();
          saving = ports.after(effect.ms, () => ports.save(effect.channelId));
      }
    }
  };

  return { selection: store, tell };
};
