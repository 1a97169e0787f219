import { TYPING_INTERVAL_MS } from '@izgodno/contract/realtime/events';
import { realtime } from '#core/realtime/browser/realtime.ts';

/** When the last typing signal was sent, by channel, in epoch milliseconds. */
const lastSaid = new Map<string, number>();

/** Sends a typing signal to the channel, at most every few seconds. */
export const sayTyping = (channelId: string): void => {
  const now = Date.now();
  if (now - (lastSaid.get(channelId) ?? 0) < TYPING_INTERVAL_MS) return;
  lastSaid.set(channelId, now);
  realtime.send({ type: 'typing', channelId });
};
