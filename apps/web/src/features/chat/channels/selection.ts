import { channelTimings } from '@izgodno/contract/chat/limits';
import { createStore, type Readable, type Unsubscribe } from '#shared/store.ts';

/**
 * Window event by which a part of the page announces a restored channel (specification, section 4).
 */
export const CHANNEL_RESTORED_EVENT = 'channelRestored';
/** The only source whose announcement counts. */
export const SIDEBAR_SOURCE = 'Sidebar_Chat';

/** The open channel, and the state of its selection (specification, section 4). */
export interface Selection {
  readonly channelId: string | null;
  /** The automatic selection is done or unnecessary; it happens once per session. */
  readonly completed: boolean;
  /** The first page load waits for the sidebar to announce a channel. */
  readonly waiting: boolean;
  /** The channel to select at the end of the wait. */
  readonly candidate: string | null;
  /** Epoch milliseconds of the last selection. */
  readonly selectedAt: number | null;
}

export const noSelection: Selection = {
  channelId: null,
  completed: false,
  waiting: false,
  candidate: null,
  selectedAt: null,
};

export type SelectionEvent =
  /**
   * The user and the channels have loaded, or then their activity, which orders them. `channels` are
   * ids in the order of the list.
   */
  | {
      readonly kind: 'channels-loaded';
      readonly channels: readonly string[];
      /** Ids of the channels with a stored last active message. */
      readonly withLastActive: ReadonlySet<string>;
      /** Whether this is the first page load of the session. */
      readonly firstLoad: boolean;
    }
  | { readonly kind: 'announced'; readonly channelId: string; readonly source: string }
  | { readonly kind: 'wait-over' }
  /** The user chose the channel. */
  | { readonly kind: 'chosen'; readonly channelId: string }
  /** The URL names the channel. */
  | { readonly kind: 'addressed'; readonly channelId: string }
  | { readonly kind: 'signed-out' };

export type SelectionEffect =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'stop-waiting' }
  /** Saves the newest message of the channel as last active after `ms`. */
  | { readonly kind: 'save-after'; readonly ms: number; readonly channelId: string };

interface SelectionStep {
  readonly selection: Selection;
  readonly effects: readonly SelectionEffect[];
}

const stay = (selection: Selection): SelectionStep => ({ selection, effects: [] });

const isProtected = ({ selectedAt }: Selection, now: number): boolean =>
  selectedAt !== null && Math.abs(now - selectedAt) < channelTimings.selectionProtectionMs;

const select = (selection: Selection, channelId: string, now: number): SelectionStep => ({
  selection: { channelId, completed: true, waiting: false, candidate: null, selectedAt: now },
  effects: [
    ...(selection.waiting ? [{ kind: 'stop-waiting' } as const] : []),
    { kind: 'save-after', ms: channelTimings.saveDelayMs, channelId },
  ],
});

/** Returns the next selection. `now` is epoch milliseconds. */
export const stepSelection = (
  selection: Selection,
  event: SelectionEvent,
  now: number,
): SelectionStep => {
  switch (event.kind) {
    case 'channels-loaded': {
      if (selection.completed) return stay(selection);
      const candidate =
        event.channels.find((id) => event.withLastActive.has(id)) ?? event.channels[0];
      if (candidate === undefined) return stay(selection);
      if (!event.firstLoad && !selection.waiting) return select(selection, candidate, now);
      return {
        selection: { ...selection, candidate, waiting: true },
        effects: selection.waiting ? [] : [{ kind: 'wait', ms: channelTimings.restorationWaitMs }],
      };
    }
    case 'announced':
      return selection.completed || event.source !== SIDEBAR_SOURCE
        ? stay(selection)
        : select(selection, event.channelId, now);
    case 'wait-over':
      return selection.completed || selection.candidate === null
        ? stay({ ...selection, waiting: false })
        : select({ ...selection, waiting: false }, selection.candidate, now);
    case 'chosen':
      return event.channelId === selection.channelId || isProtected(selection, now)
        ? stay(selection)
        : select(selection, event.channelId, now);
    case 'addressed':
      return event.channelId === selection.channelId
        ? stay(selection)
        : select(selection, event.channelId, now);
    case 'signed-out':
      return { selection: noSelection, effects: [{ kind: 'stop-waiting' }] };
  }
};

export interface SelectionPorts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** Stores the newest message of the channel as last active. */
  readonly save: (channelId: string) => void;
}

/** Holds the channel selection and runs its effects. */
export class ChannelSelection {
  readonly #ports: SelectionPorts;
  readonly #store = createStore(noSelection);
  readonly selection: Readable<Selection> = this.#store;
  #waiting: Unsubscribe | null = null;
  #saving: Unsubscribe | null = null;

  constructor(ports: SelectionPorts) {
    this.#ports = ports;
  }

  dispatch(event: SelectionEvent): void {
    const { now, after, save } = this.#ports;
    const { selection, effects } = stepSelection(this.#store.get(), event, now());
    this.#store.set(selection);
    if (event.kind === 'signed-out') this.#saving?.();
    for (const effect of effects) {
      switch (effect.kind) {
        case 'wait':
          this.#waiting = after(effect.ms, () => this.dispatch({ kind: 'wait-over' }));
          break;
        case 'stop-waiting':
          this.#waiting?.();
          break;
        case 'save-after':
          // Of two channels selected in a row, only the second was really viewed.
          this.#saving?.();
          this.#saving = after(effect.ms, () => save(effect.channelId));
      }
    }
  }
}
