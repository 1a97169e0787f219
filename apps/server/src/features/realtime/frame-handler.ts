import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseStorable, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  clientFrameSchema,
  type ClientFrame,
  type CloseReason,
  type SeenVersion,
} from '@izgodno/contract/realtime/frames';
import * as z from 'zod/mini';
import { createSemaphore } from '#platform/semaphore.ts';
import type { MissedFrame } from './realtime-context.ts';
import { takeToken } from './connection-checks.ts';
import type { Connection } from './connection.ts';
import type { HubContext } from './hub-context.ts';
import { encodeTextFrame } from './text-frame.ts';

/**
 * How many connections are admitted concurrently, because thousands who reconnect together must not
 * starve calls of the database.
 */
const ARRIVALS_AT_ONCE = 64;

const typedSchema = z.object({ type: z.string() });

const knownTypes: ReadonlySet<string> = new Set([
  'hello',
  'token',
  'resume',
  'typing',
  'watch',
  'follow',
  'idle',
  'ping',
] satisfies ClientFrame['type'][]);

/** Parses a client's frame; returns the reason to close the connection if it is invalid. */
export const parseClientFrame = (
  data: Buffer,
  isBinary: boolean,
): ClientFrame | Extract<CloseReason, 'bad_frame' | 'unknown_frame'> => {
  const value = isBinary ? undefined : parseJson(data.toString('utf8'));
  const typed = parseUntrusted(typedSchema, value);
  if (!typed.success) return 'bad_frame';
  if (!knownTypes.has(typed.data.type)) return 'unknown_frame';
  const parsed = parseStorable(clientFrameSchema, value);
  return parsed.success ? parsed.data : 'bad_frame';
};

/** Executes clients' frames. */
export class FrameHandler {
  readonly #hub: HubContext;
  readonly #arrivals = createSemaphore(ARRIVALS_AT_ONCE);
  /** Cached, because thousands who reconnect together missed the same. */
  readonly #encoded = new WeakMap<MissedFrame, Buffer>();

  constructor(hub: HubContext) {
    this.#hub = hub;
  }

  /** Closes the connection if it may not send this frame. */
  async handle(connection: Connection, frame: ClientFrame): Promise<void> {
    const { owner } = connection;
    const { presence, connections } = this.#hub;
    // It may have closed while the frame waited for those before it; nothing would remove it again.
    if (!connections.all.has(connection)) return;
    if (frame.type === 'hello') {
      if (owner !== null) return connection.close('bad_frame');
      return this.#arrivals.run(() => this.#greet(connection, frame));
    }
    if (owner === null) return connection.close('unauthenticated');
    switch (frame.type) {
      case 'token':
        if (await takeToken(this.#hub, connection, frame.token))
          connection.send({ type: 'renewed', data: {} });
        else connection.close('unauthenticated');
        return;
      case 'resume':
        return this.#sendMissed(connection, frame.channels);
      case 'typing':
        return this.#publishTyping(connection, owner.userId, frame.channelId);
      case 'watch':
        return presence.watch(connection, frame.userIds);
      case 'follow':
        return this.#hub.subscriptions.follow(connection, frame.channelIds);
      case 'idle':
        connection.idle = frame.idle;
        return presence.update(owner.userId, connections.ofUser(owner.userId));
      case 'ping':
        return connection.send({ type: 'pong', data: {} });
    }
  }

  async #greet(
    connection: Connection,
    { token, resume }: Extract<ClientFrame, { type: 'hello' }>,
  ): Promise<void> {
    const { connections, presence, subscriptions, clock } = this.#hub;
    if (!(await takeToken(this.#hub, connection, token)))
      return connection.close('unauthenticated');
    const { owner } = connection;
    // It may have closed meanwhile.
    if (owner === null || !connections.all.has(connection)) return;
    const { userId } = owner;
    const admitted = connections.admit(connection, userId);
    presence.update(userId, connections.ofUser(userId));
    await admitted;
    await subscriptions.renew(connection);
    connection.send({ type: 'welcome', data: { userId, serverTime: clock.now() } });
    await this.#sendMissed(connection, resume);
  }

  /** Sends a connection what it missed in each of the channels it has seen before. */
  async #sendMissed(connection: Connection, seen: readonly SeenVersion[]): Promise<void> {
    const { source, subscriptions } = this.#hub;
    const isOwn = ({ channelId }: SeenVersion): boolean => subscriptions.has(connection, channelId);
    for (const { channelId } of seen.filter((channel) => !isOwn(channel)))
      connection.send({ type: 'missed', data: { outcome: 'gone', channelId } });
    for (const frame of await source.missedSince(seen.filter(isOwn))) {
      const bytes = this.#encoded.get(frame) ?? encodeTextFrame(JSON.stringify(frame));
      this.#encoded.set(frame, bytes);
      connection.write(bytes);
    }
  }

  async #publishTyping(connection: Connection, userId: string, channelId: string): Promise<void> {
    const { source, subscriptions, toChannel } = this.#hub;
    if (!subscriptions.has(connection, channelId)) return;
    const user = await source.typist(userId, channelId);
    if (user === null) return;
    toChannel(channelId, { type: 'typing', data: { channelId, user } });
  }
}
