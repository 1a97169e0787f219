import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Readable } from '#shared/store.ts';

/** `seq` up to which each user has read, by user id, by direct conversation. */
type Receipts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface ReceiptStore {
  readonly state: Readable<Receipts>;
  readonly put: (channelId: string, userId: string, readSeq: number) => void;
  readonly receive: (received: RealtimeMessage) => void;
  readonly end: () => void;
}

/** Tracks the read positions in direct conversations. */
export const createReceipts = (): ReceiptStore => {
  const store = createStore<Receipts>(new Map());

  const put = (channelId: string, userId: string, readSeq: number): void => {
    const known = store.get().get(channelId);
    // Read positions only increase, so a lower one is a late event.
    if ((known?.get(userId) ?? 0) >= readSeq) return;
    store.set(new Map(store.get()).set(channelId, new Map(known).set(userId, readSeq)));
  };

  return {
    state: store,
    put,
    receive: (received) => {
      if (received.type === 'channel.read') {
        put(received.data.channelId, received.data.userId, received.data.readSeq);
      }
      // A sender has read everything before their own message.
      if (received.type === 'message.created') {
        const { channelId, sender, seq } = received.data.message;
        if (store.get().has(channelId)) put(channelId, sender.id, seq);
      }
    },
    end: () => store.set(new Map()),
  };
};

/** `seq` up to which all others have read; 0 if one of them has read nothing. */
export const seenUpTo = (
  receipts: ReadonlyMap<string, number> | undefined,
  others: readonly string[],
): number =>
  receipts === undefined || others.length === 0
    ? 0
    : Math.min(...others.map((id) => receipts.get(id) ?? 0));
