import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Presence, PresenceState } from '@izgodno/contract/chat/presence';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Connection } from './connection.ts';
import type { ChannelSource } from './realtime.ts';
import { presenceLease, statusTopic } from './topics.ts';

/** How long a node's list of its users is valid, in milliseconds. */
export const LEASE_MS = 60_000;
const RENEWAL_MS = 20_000;
/** The random advance of each renewal, so that nodes do not send at once. */
const JITTER_MS = 5_000;
/** Changes within this time are sent together, in milliseconds. */
const BATCH_MS = 250;

type LocalState = Extract<PresenceState, 'online' | 'away'>;

interface Lease {
  readonly people: Map<string, LocalState>;
  endsAt: number;
}

export interface PresenceOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly source: ChannelSource;
}

export interface PresenceBoard {
  /** The state of a user's connections to this node has changed. */
  update(userId: string, connections: Iterable<Connection>): void;
  /** Replaces the users that a connection watches, and sends their presence. */
  watch(connection: Connection, userIds: readonly string[]): void;
  forget(connection: Connection): void;
  statesOf(userIds: Iterable<string>): ReadonlyMap<string, PresenceState>;
  close(): void;
}

/** The presence of a user of whom nothing is shown. */
export const absent = (userId: string): Presence => ({
  userId,
  state: 'offline',
  emoji: '',
  text: '',
});

/**
 * Presence over all nodes: each publishes its users, for the duration of its lease, and again
 * before it ends. Nothing is stored.
 */
export const createPresenceBoard = ({
  bus,
  clock,
  logger,
  source,
}: PresenceOptions): PresenceBoard => {
  const node = randomUUID();
  const own = new Map<string, LocalState>();
  const leases = new Map<string, Lease>();
  const watchers = new Map<string, Set<Connection>>();
  const watched = new Map<Connection, readonly string[]>();
  const changed = new Set<string>();
  const unsaid = new Set<string>();
  let batch: NodeJS.Timeout | null = null;

  const stateOf = (userId: string): PresenceState => {
    const now = clock.now();
    let state: PresenceState = own.get(userId) ?? 'offline';
    for (const lease of leases.values()) {
      if (state === 'online') break;
      if (lease.endsAt > now) state = lease.people.get(userId) ?? state;
    }
    return state;
  };

  const statesOf = (userIds: Iterable<string>): ReadonlyMap<string, PresenceState> =>
    new Map([...userIds].map((userId) => [userId, stateOf(userId)]));

  const tell = async (audience: ReadonlyMap<Connection, readonly string[]>): Promise<void> => {
    const userIds = new Set([...audience.values()].flat());
    const viewerIds = new Set(audience.keys().map(({ owner }) => owner?.userId ?? ''));
    viewerIds.delete('');
    const [people, hidden] = await Promise.all([
      source.presenceOf(statesOf(userIds)),
      source.hiddenFrom([...viewerIds], [...userIds]),
    ]);
    const byId = new Map(people.map((person) => [person.userId, person]));
    for (const [connection, ids] of audience) {
      const unseen = hidden.get(connection.owner?.userId ?? '');
      const seen = ids.flatMap((id) => {
        const person = byId.get(id);
        if (person === undefined) return [];
        return unseen?.has(id) === true ? absent(id) : person;
      });
      if (seen.length > 0) connection.send({ type: 'presence', data: { people: seen } });
    }
  };

  const tellOrWarn = (audience: ReadonlyMap<Connection, readonly string[]>): void => {
    if (audience.size === 0) return;
    tell(audience).catch((error: unknown) =>
      logger.warn({ err: error }, 'presence could not be published'),
    );
  };

  const flush = (): void => {
    batch = null;
    if (unsaid.size > 0) {
      const people = [...unsaid].map((userId) => ({ userId, state: own.get(userId) ?? null }));
      unsaid.clear();
      bus.publish(presenceLease, { node, people, complete: false });
    }
    const audience = new Map<Connection, string[]>();
    for (const userId of changed) {
      for (const connection of watchers.get(userId) ?? []) {
        const ids = audience.get(connection) ?? [];
        ids.push(userId);
        audience.set(connection, ids);
      }
    }
    changed.clear();
    tellOrWarn(audience);
  };

  const markChanged = (userId: string): void => {
    changed.add(userId);
    batch ??= setTimeout(flush, BATCH_MS).unref();
  };

  const receiveLease = (message: {
    readonly node: string;
    readonly people: readonly { readonly userId: string; readonly state: LocalState | null }[];
    readonly complete: boolean;
  }): void => {
    if (message.node === node) return;
    const lease = leases.get(message.node) ?? { people: new Map<string, LocalState>(), endsAt: 0 };
    leases.set(message.node, lease);
    lease.endsAt = clock.now() + LEASE_MS;
    const named = new Set(message.people.map(({ userId }) => userId));
    if (message.complete) {
      for (const userId of lease.people.keys()) {
        if (!named.has(userId) && lease.people.delete(userId)) markChanged(userId);
      }
    }
    for (const { userId, state } of message.people) {
      if ((lease.people.get(userId) ?? null) === state) continue;
      if (state === null) lease.people.delete(userId);
      else lease.people.set(userId, state);
      markChanged(userId);
    }
  };

  const renew = (): void => {
    const people = [...own].map(([userId, state]) => ({ userId, state }));
    bus.publish(presenceLease, { node, people, complete: true });
    const now = clock.now();
    for (const [name, lease] of leases) {
      if (lease.endsAt > now) continue;
      leases.delete(name);
      for (const userId of lease.people.keys()) markChanged(userId);
    }
    renewal = setTimeout(renew, RENEWAL_MS - Math.random() * JITTER_MS).unref();
  };
  let renewal = setTimeout(renew, Math.random() * JITTER_MS).unref();

  const unsubscribers = [
    bus.subscribe(presenceLease, receiveLease),
    bus.subscribe(statusTopic, ({ userId }) => markChanged(userId)),
  ];

  const forget = (connection: Connection): void => {
    for (const userId of watched.get(connection) ?? []) {
      const others = watchers.get(userId);
      others?.delete(connection);
      if (others?.size === 0) watchers.delete(userId);
    }
    watched.delete(connection);
  };

  return {
    update(userId, connections) {
      let state: LocalState | null = null;
      for (const { idle } of connections) {
        if (!idle) state = 'online';
        else state ??= 'away';
      }
      if ((own.get(userId) ?? null) === state) return;
      if (state === null) own.delete(userId);
      else own.set(userId, state);
      unsaid.add(userId);
      markChanged(userId);
    },
    watch(connection, userIds) {
      forget(connection);
      watched.set(connection, userIds);
      for (const userId of userIds) {
        const others = watchers.get(userId) ?? new Set();
        others.add(connection);
        watchers.set(userId, others);
      }
      tellOrWarn(new Map([[connection, userIds]]));
    },
    forget,
    statesOf,
    close() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      clearTimeout(renewal);
      if (batch !== null) clearTimeout(batch);
      bus.publish(presenceLease, { node, people: [], complete: true });
    },
  };
};
