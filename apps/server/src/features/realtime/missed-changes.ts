import type { Connection } from './connection.ts';
import type { ChannelSource, MissedFrame, SeenChannel } from './realtime.ts';
import type { Subscriptions } from './subscriptions.ts';
import { encodeTextFrame } from './text-frame.ts';

/** Sends a connection what it missed in each of the channels it has seen before. */
export type SendMissed = (connection: Connection, seen: readonly SeenChannel[]) => Promise<void>;

export const createSendMissed = (
  source: ChannelSource,
  subscriptions: Subscriptions,
): SendMissed => {
  // Cached, because thousands who reconnect together missed the same.
  const encoded = new WeakMap<MissedFrame, Buffer>();

  return async (connection, seen) => {
    const isOwn = ({ channelId }: SeenChannel): boolean => subscriptions.has(connection, channelId);
    for (const { channelId } of seen.filter((channel) => !isOwn(channel)))
      connection.send({ type: 'missed', data: { outcome: 'gone', channelId } });
    for (const frame of await source.missedSince(seen.filter(isOwn))) {
      const bytes = encoded.get(frame) ?? encodeTextFrame(JSON.stringify(frame));
      encoded.set(frame, bytes);
      connection.write(bytes);
    }
  };
};
