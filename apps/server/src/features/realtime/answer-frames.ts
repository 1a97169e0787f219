import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import type { Clock } from '#platform/clock.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { Connection } from './connection.ts';
import type { LocalConnections } from './local-connections.ts';
import { createSendMissed } from './missed-changes.ts';
import type { PresenceBoard } from './presence.ts';
import type { ChannelSource } from './realtime.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TakeToken } from './take-token.ts';
import type { Teller } from './teller.ts';

/**
 * How many connections are admitted concurrently, because thousands who reconnect together must not
 * starve calls of the database.
 */
const ARRIVALS_AT_ONCE = 64;

export interface FrameAnswersOptions {
  readonly clock: Clock;
  readonly source: ChannelSource;
  readonly connections: LocalConnections;
  readonly subscriptions: Subscriptions;
  readonly presence: PresenceBoard;
  readonly teller: Teller;
  readonly takeToken: TakeToken;
}

/** Executes a client's frame, or closes the connection if it is not allowed. */
export type AnswerFrame = (connection: Connection, frame: ClientFrame) => Promise<void>;

export const createAnswerFrame = ({
  clock,
  source,
  connections,
  subscriptions,
  presence,
  teller,
  takeToken,
}: FrameAnswersOptions): AnswerFrame => {
  const arrivals = createSemaphore(ARRIVALS_AT_ONCE);
  const sendMissed = createSendMissed(source, subscriptions);

  const greet = async (
    connection: Connection,
    { token, resume }: Extract<ClientFrame, { type: 'hello' }>,
  ): Promise<void> => {
    if (!(await takeToken(connection, token))) return connection.close('unauthenticated');
    const { owner } = connection;
    // It may have closed meanwhile.
    if (owner === null || !connections.all.has(connection)) return;
    const { userId } = owner;
    connections.admit(connection, userId);
    presence.update(userId, connections.ofUser(userId));
    await subscriptions.renew(connection);
    connection.send({ type: 'welcome', data: { userId, serverTime: clock.now() } });
    await sendMissed(connection, resume);
  };

  const tellTyping = async (
    connection: Connection,
    userId: string,
    channelId: string,
  ): Promise<void> => {
    if (!subscriptions.has(connection, channelId)) return;
    const user = await source.typist(userId, channelId);
    if (user === null) return;
    teller.toChannel(channelId, { type: 'typing', data: { channelId, user } });
  };

  return async (connection, frame) => {
    const { owner } = connection;
    if (frame.type === 'hello') {
      if (owner !== null) return connection.close('bad_frame');
      return arrivals.run(() => greet(connection, frame));
    }
    if (owner === null) return connection.close('unauthenticated');
    switch (frame.type) {
      case 'token':
        if (await takeToken(connection, frame.token))
          connection.send({ type: 'renewed', data: {} });
        else connection.close('unauthenticated');
        return;
      case 'resume':
        return sendMissed(connection, frame.channels);
      case 'typing':
        return tellTyping(connection, owner.userId, frame.channelId);
      case 'watch':
        return presence.watch(connection, frame.userIds);
      case 'idle':
        connection.idle = frame.idle;
        return presence.update(owner.userId, connections.ofUser(owner.userId));
      case 'ping':
        return connection.send({ type: 'pong', data: {} });
    }
  };
};
