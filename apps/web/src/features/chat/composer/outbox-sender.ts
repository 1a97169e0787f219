import type { Message } from '@izgodno/contract/chat/message';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import {
  dueNow,
  stepOutbox,
  type Draft,
  type Outbox,
  type OutboxEntry,
  type OutboxEvent,
  type Rejection,
} from './outbox.ts';

/** The outcome of one attempt to send. */
export type SendOutcome =
  | { readonly kind: 'stored'; readonly message: Message }
  | { readonly kind: 'refused'; readonly refusal: Rejection }
  /** The server was unreachable, or asks to wait `retryAfterMs`; `code` is its error code. */
  | {
      readonly kind: 'postponed';
      readonly retryAfterMs: number | null;
      readonly code: string | null;
    };

/** Storage in which unsent messages survive the page. */
export interface OutboxStore {
  readonly put: (draft: Draft) => Promise<void>;
  readonly remove: (clientId: string) => Promise<void>;
  /**
   * Returns the user's messages that no other page is sending, and claims them for this page. In
   * the order of writing.
   */
  readonly claim: (userId: string) => Promise<readonly Draft[]>;
}

export interface OutboxPorts {
  readonly send: (draft: Draft) => Promise<SendOutcome>;
  readonly keep: OutboxStore;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** The delay after `failures` failures in a row, in milliseconds. */
  readonly pauseMs: (failures: number) => number;
  /** The network or connection is back, so the delay ends. */
  readonly onReachable: (listener: () => void) => Unsubscribe;
  readonly onStored: (message: Message) => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface OutboxSender {
  readonly outbox: Readable<Outbox>;
  /** Continues with messages of an earlier page, and of pages that close meanwhile. */
  readonly begin: (userId: string) => Promise<void>;
  /** Resolves once the message is stored, from when on it survives the page. */
  readonly write: (draft: Draft) => Promise<void>;
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  /** Stops sending. Stored messages stay, unless they are to be erased. */
  readonly end: (options: { readonly evict: boolean }) => void;
}

/** Sends messages, in order per channel, until the server has stored them. */
export const createOutboxSender = (ports: OutboxPorts): OutboxSender => {
  const store = createStore<Outbox>([]);
  /** Channels that pause after a failure, with a function that ends the pause. */
  const pauses = new Map<string, Unsubscribe>();
  const failures = new Map<string, number>();
  /** Messages that this page has sent or dropped; storage may contain them a moment longer. */
  const done = new Set<string>();
  let owner: string | null = null;
  let stopListening: Unsubscribe | null = null;

  const step = (event: OutboxEvent): void => {
    store.set(stepOutbox(store.get(), event));
    sendDue();
  };

  const letGo = (clientId: string): void => {
    done.add(clientId);
    ports.keep
      .remove(clientId)
      .catch((cause: unknown) => ports.log('A sent message could not be let go', cause));
  };

  const pause = (channelId: string, ms: number): void => {
    pauses.get(channelId)?.();
    pauses.set(
      channelId,
      ports.after(ms, () => {
        pauses.delete(channelId);
        sendDue();
      }),
    );
  };

  const settle = (entry: OutboxEntry, outcome: SendOutcome): void => {
    const { clientId, channelId } = entry;
    // Discarded, or signed out, while it was being sent.
    if (!store.get().some((other) => other.clientId === clientId)) return;
    switch (outcome.kind) {
      case 'stored':
        failures.delete(channelId);
        letGo(clientId);
        ports.onStored(outcome.message);
        step({ kind: 'stored', clientId });
        return;
      case 'refused':
        failures.delete(channelId);
        step({ kind: 'refused', clientId, refusal: outcome.refusal });
        return;
      case 'postponed': {
        const count = (failures.get(channelId) ?? 0) + 1;
        failures.set(channelId, count);
        pause(channelId, outcome.retryAfterMs ?? ports.pauseMs(count));
        step({ kind: 'postponed', clientId, code: outcome.code });
      }
    }
  };

  const send = async (entry: OutboxEntry): Promise<void> => {
    const outcome = await ports.send(entry).catch((cause: unknown): SendOutcome => {
      ports.log('A message could not be sent', cause);
      return { kind: 'postponed', retryAfterMs: null, code: null };
    });
    settle(entry, outcome);
  };

  const sendDue = (): void => {
    const due = dueNow(store.get()).filter(({ channelId }) => !pauses.has(channelId));
    for (const entry of due) {
      store.set(stepOutbox(store.get(), { kind: 'begun', clientId: entry.clientId }));
      void send(entry);
    }
  };

  const endPauses = (): void => {
    for (const stop of pauses.values()) stop();
    pauses.clear();
  };

  const restore = async (userId: string): Promise<void> => {
    const drafts = await ports.keep.claim(userId).catch((cause: unknown) => {
      ports.log('Unsent messages of another page could not be read', cause);
      return [];
    });
    if (owner !== userId) return;
    step({ kind: 'restored', drafts: drafts.filter(({ clientId }) => !done.has(clientId)) });
  };

  return {
    outbox: store,
    begin: (userId) => {
      owner = userId;
      stopListening ??= ports.onReachable(() => {
        endPauses();
        sendDue();
        // Takes over the messages of pages that were closed before they could send them.
        if (owner !== null) void restore(owner);
      });
      return restore(userId);
    },
    write: async (draft) => {
      // If storage fails, the message lives as long as the page.
      await ports.keep
        .put(draft)
        .catch((cause: unknown) => ports.log('A message could not be kept', cause));
      step({ kind: 'written', draft });
    },
    retry: (clientId) => step({ kind: 'retried', clientId }),
    discard: (clientId) => {
      letGo(clientId);
      step({ kind: 'discarded', clientId });
    },
    end: ({ evict: erase }) => {
      owner = null;
      stopListening?.();
      stopListening = null;
      endPauses();
      failures.clear();
      if (erase) for (const { clientId } of store.get()) letGo(clientId);
      store.set([]);
    },
  };
};
