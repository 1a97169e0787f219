import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseStorable, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { TYPING_INTERVAL_MS } from '@izgodno/contract/realtime/events';
import {
  clientFrameSchema,
  frameCost,
  isFrameType,
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

/**
 * How long a user's typing in a channel is not published again, in milliseconds. Shorter than the
 * interval of clients, because their frames may arrive closer together than they were sent.
 */
const TYPING_PAUSE_MS = TYPING_INTERVAL_MS / 2;

/** Parses a client's frame; returns the reason to close the connection if it is invalid. */
export const parseClientFrame = (
  data: Buffer,
  isBinary: boolean,
): ClientFrame | Extract<CloseReason, 'bad_frame' | 'unknown_frame'> => {
  const value = isBinary ? undefined : parseJson(data.toString('utf8'));
  const typed = parseUntrusted(typedSchema, value);
  if (!typed.success) return 'bad_frame';
  if (!isFrameType(typed.data.type)) return 'unknown_frame';
  const parsed = parseStorable(clientFrameSchema, value);
  return parsed.success ? parsed.data : 'bad_frame';
};

/** Executes clients' frames. */
export class FrameHandler {
  readonly #hub: HubContext;
  readonly #arrivals = createSemaphore(ARRIVALS_AT_ONCE);
  /** Cached, because thousands who reconnect together missed the same. */
  readonly #encoded = new WeakMap<MissedFrame, Buffer>();
  /** Users with channels in which they typed a moment ago. */
  readonly #typing = new Set<string>();

  constructor(hub: HubContext) {
    this.#hub = hub;
  }

  /** Takes the cost of a frame from the account's budget; closes the connection if it cannot pay. */
  pay(connection: Connection, frame: ClientFrame): boolean {
    const { owner } = connection;
    if (owner !== null && this.#hub.pay(owner.userId, frameCost(frame.type, frame))) return true;
    connection.close('too_many_frames');
    return false;
  }

  /**
   * Closes the connection if it may not send this frame. A frame that came before the account was
   * known is not paid yet.
   */
  async handle(connection: Connection, frame: ClientFrame, isPaid: boolean): Promise<void> {
    const { owner } = connection;
    const { presence, connections } = this.#hub;
    // It may have closed while the frame waited for those before it; nothing would remove it again.
    if (connection.closing || !connections.all.has(connection)) return;
    if (frame.type === 'hello') {
      if (owner !== null) return connection.close('bad_frame');
      return this.#arrivals.run(() => this.#greet(connection, frame));
    }
    if (owner === null) return connection.close('unauthenticated');
    if (!isPaid && !this.pay(connection, frame)) return;
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
    hello: Extract<ClientFrame, { type: 'hello' }>,
  ): Promise<void> {
    const { connections, presence, subscriptions, clock } = this.#hub;
    if (!(await takeToken(this.#hub, connection, hello.token)))
      return connection.close('unauthenticated');
    if (!this.pay(connection, hello)) return;
    const { owner } = connection;
    // It may have closed meanwhile.
    if (owner === null || !connections.all.has(connection)) return;
    const { userId } = owner;
    const admitted = connections.admit(connection, userId);
    presence.update(userId, connections.ofUser(userId));
    await admitted;
    await subscriptions.renew(connection);
    connection.send({ type: 'welcome', data: { userId, serverTime: clock.now() } });
    await this.#sendMissed(connection, hello.resume);
  }

  /**
   * Sends a connection what it missed in each of the channels it has seen before, until it closes. A
   * channel that its user has left meanwhile is gone.
   */
  async #sendMissed(connection: Connection, seen: readonly SeenVersion[]): Promise<void> {
    const { source, subscriptions, connections } = this.#hub;
    const isOwn = ({ channelId }: Pick<SeenVersion, 'channelId'>): boolean =>
      subscriptions.has(connection, channelId);
    const sendNoAccess = ({ channelId }: Pick<SeenVersion, 'channelId'>): void =>
      connection.send({ type: 'missed', data: { outcome: 'gone', channelId } });
    seen.filter((channel) => !isOwn(channel)).forEach(sendNoAccess);
    for await (const frame of source.missedSince(seen.filter(isOwn))) {
      if (connection.closing || !connections.all.has(connection)) return;
      if (isOwn(frame.data)) connection.write(this.#encode(frame));
      else sendNoAccess(frame.data);
    }
  }

  #encode(frame: MissedFrame): Buffer {
    const bytes = this.#encoded.get(frame) ?? encodeTextFrame(JSON.stringify(frame));
    this.#encoded.set(frame, bytes);
    return bytes;
  }

  async #publishTyping(connection: Connection, userId: string, channelId: string): Promise<void> {
    const { source, subscriptions, toChannel } = this.#hub;
    const key = `${userId} ${channelId}`;
    if (this.#typing.has(key) || !subscriptions.has(connection, channelId)) return;
    this.#typing.add(key);
    setTimeout(() => this.#typing.delete(key), TYPING_PAUSE_MS).unref();
    const user = await source.typist(userId, channelId);
    if (user === null) return;
    toChannel(channelId, { type: 'typing', data: { channelId, user } });
  }
}
