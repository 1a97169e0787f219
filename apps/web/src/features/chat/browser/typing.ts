import { TYPING_INTERVAL_MS } from '@izgodno/contract/realtime/events';
import { realtime } from '#core/realtime/browser/realtime.ts';

/** When it was last said that one types, by channel, in epoch milliseconds. */
const lastSaid = new Map<string, number>();

/** Tells the others in the channel that one is typing, every few seconds at most. */
export const sayTyping = (channelId: string): void => {
  const now = Date.now();
  if (now - (lastSaid.get(channelId) ?? 0) < TYPING_INTERVAL_MS) return;
  lastSaid.set(channelId, now);
  realtime.send({ type: 'typing', channelId });
};
