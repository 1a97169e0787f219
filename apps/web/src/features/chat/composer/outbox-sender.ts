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
  | { readonly kind: 'refused'; readonly rejection: Rejection }
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

/** Sends messages, in order per channel, until the server has stored them. */
export class OutboxSender {
  readonly #ports: OutboxPorts;
  readonly #store = createStore<Outbox>([]);
  readonly outbox: Readable<Outbox> = this.#store;
  /** Channels that pause after a failure, with a function that ends the pause. */
  readonly #pauses = new Map<string, Unsubscribe>();
  readonly #failures = new Map<string, number>();
  /** Messages that this page has sent or dropped; storage may contain them a moment longer. */
  readonly #done = new Set<string>();
  #owner: string | null = null;
  #stopListening: Unsubscribe | null = null;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** Continues with messages of an earlier page, and of pages that close meanwhile. */
  begin(userId: string): Promise<void> {
    this.#owner = userId;
    this.#stopListening ??= this.#ports.onReachable(() => {
      this.#endPauses();
      this.#sendDue();
      // Takes over the messages of pages that were closed before they could send them.
      if (this.#owner !== null) void this.#restore(this.#owner);
    });
    return this.#restore(userId);
  }

  /** Resolves once the message is stored, from when on it survives the page. */
  async write(draft: Draft): Promise<void> {
    // If storage fails, the message lives as long as the page.
    await this.#ports.keep
      .put(draft)
      .catch((cause: unknown) => this.#ports.log('A message could not be kept', cause));
    this.#step({ kind: 'written', draft });
  }

  retry(clientId: string): void {
    this.#step({ kind: 'retried', clientId });
  }

  discard(clientId: string): void {
    this.#erase(clientId);
    this.#step({ kind: 'discarded', clientId });
  }

  /** Stops sending. Stored messages stay, unless they are to be erased. */
  end({ evict }: { readonly evict: boolean }): void {
    this.#owner = null;
    this.#stopListening?.();
    this.#stopListening = null;
    this.#endPauses();
    this.#failures.clear();
    if (evict) for (const { clientId } of this.outbox.get()) this.#erase(clientId);
    this.#store.set([]);
  }

  #step(event: OutboxEvent): void {
    this.#store.set(stepOutbox(this.outbox.get(), event));
    this.#sendDue();
  }

  #erase(clientId: string): void {
    this.#done.add(clientId);
    this.#ports.keep
      .remove(clientId)
      .catch((cause: unknown) => this.#ports.log('A sent message could not be let go', cause));
  }

  #pause(channelId: string, ms: number): void {
    this.#pauses.get(channelId)?.();
    const stop = this.#ports.after(ms, () => {
      this.#pauses.delete(channelId);
      this.#sendDue();
    });
    this.#pauses.set(channelId, stop);
  }

  #settle({ clientId, channelId }: OutboxEntry, outcome: SendOutcome): void {
    // Discarded, or signed out, while it was being sent.
    if (!this.outbox.get().some((other) => other.clientId === clientId)) return;
    if (outcome.kind !== 'postponed') this.#failures.delete(channelId);
    switch (outcome.kind) {
      case 'stored':
        this.#erase(clientId);
        this.#ports.onStored(outcome.message);
        this.#step({ kind: 'stored', clientId });
        return;
      case 'refused':
        this.#step({ kind: 'refused', clientId, rejection: outcome.rejection });
        return;
      case 'postponed': {
        const count = (this.#failures.get(channelId) ?? 0) + 1;
        this.#failures.set(channelId, count);
        this.#pause(channelId, outcome.retryAfterMs ?? this.#ports.pauseMs(count));
        this.#step({ kind: 'postponed', clientId, code: outcome.code });
      }
    }
  }

  async #send(entry: OutboxEntry): Promise<void> {
    const outcome = await this.#ports.send(entry).catch((cause: unknown): SendOutcome => {
      this.#ports.log('A message could not be sent', cause);
      return { kind: 'postponed', retryAfterMs: null, code: null };
    });
    this.#settle(entry, outcome);
  }

  #sendDue(): void {
    const due = dueNow(this.outbox.get()).filter(({ channelId }) => !this.#pauses.has(channelId));
    for (const entry of due) {
      this.#store.set(stepOutbox(this.outbox.get(), { kind: 'begun', clientId: entry.clientId }));
      void this.#send(entry);
    }
  }

  #endPauses(): void {
    for (const stop of this.#pauses.values()) stop();
    this.#pauses.clear();
  }

  async #restore(userId: string): Promise<void> {
    const drafts = await this.#ports.keep.claim(userId).catch((cause: unknown) => {
      this.#ports.log('Unsent messages of another page could not be read', cause);
      return [];
    });
    if (this.#owner !== userId) return;
    const left = drafts.filter(({ clientId }) => !this.#done.has(clientId));
    this.#step({ kind: 'restored', drafts: left });
  }
}
