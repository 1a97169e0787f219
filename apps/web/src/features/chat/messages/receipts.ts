import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Readable } from '#shared/store.ts';

/** `seq` up to which each user has read, by user id, by direct conversation. */
type Receipts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Tracks the read positions in direct conversations. */
export class ReceiptStore {
  readonly #store = createStore<Receipts>(new Map());
  readonly state: Readable<Receipts> = this.#store;

  put(channelId: string, userId: string, readSeq: number): void {
    const known = this.state.get().get(channelId);
    // Read positions only increase, so a lower one is a late event.
    if ((known?.get(userId) ?? 0) >= readSeq) return;
    const positions = new Map(known).set(userId, readSeq);
    this.#store.set(new Map(this.state.get()).set(channelId, positions));
  }

  receive(received: RealtimeMessage): void {
    if (received.type === 'channel.read') {
      this.put(received.data.channelId, received.data.userId, received.data.readSeq);
    }
    // A sender has read everything before their own message.
    if (received.type === 'message.created') {
      const { channelId, sender, seq } = received.data.message;
      if (this.state.get().has(channelId)) this.put(channelId, sender.id, seq);
    }
  }

  end(): void {
    this.#store.set(new Map());
  }
}

/** `seq` up to which all others have read; 0 if one of them has read nothing. */
export const seenUpTo = (
  receipts: ReadonlyMap<string, number> | undefined,
  others: readonly string[],
): number =>
  receipts === undefined || others.length === 0
    ? 0
    : Math.min(...others.map((id) => receipts.get(id) ?? 0));
