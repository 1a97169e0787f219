import { randomUUID } from 'node:crypto';
import type { Presence, PresenceState } from '@izgodno/contract/chat/presence';
import { isRecent } from '#platform/clock.ts';
import type { Connection } from './connection.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { presenceLease, statusTopic } from './topics.ts';

/** How long a node's list of its users is valid, in milliseconds. */
const LEASE_MS = 60_000;
const RENEWAL_MS = 20_000;
/** The random advance of each renewal, so that nodes do not send at once. */
const JITTER_MS = 5_000;
/** Changes within this time are sent together, in milliseconds. */
const BATCH_MS = 250;

type LocalState = Extract<PresenceState, 'online' | 'away'>;

interface Lease {
  readonly users: Map<string, LocalState>;
  receivedAt: number;
}

/** The presence of a user of whom nothing is shown. */
export const absent = (userId: string): Presence => ({
  userId,
  state: 'offline',
  emoji: '',
  text: '',
});

/** The users that connections watch. */
type Watched = ReadonlyMap<Connection, readonly string[]>;

interface LeaseMessage {
  readonly node: string;
  readonly people: readonly { readonly userId: string; readonly state: LocalState | null }[];
  readonly complete: boolean;
}

/**
 * Presence over all nodes: each publishes its users, for the duration of its lease, and again
 * before it ends. Nothing is stored.
 */
export class PresenceBoard {
  readonly #context: RealtimeContext;
  readonly #node = randomUUID();
  readonly #own = new Map<string, LocalState>();
  readonly #leases = new Map<string, Lease>();
  readonly #watchers = new Map<string, Set<Connection>>();
  readonly #watched = new Map<Connection, readonly string[]>();
  readonly #changed = new Set<string>();
  readonly #unpublished = new Set<string>();
  readonly #unsubscribers: readonly (() => void)[];
  #batch: NodeJS.Timeout | null = null;
  #renewal = setTimeout(() => this.#renew(), Math.random() * JITTER_MS).unref();

  constructor(context: RealtimeContext) {
    this.#context = context;
    this.#unsubscribers = [
      context.bus.subscribe(presenceLease, (message) => this.#receiveLease(message)),
      context.bus.subscribe(statusTopic, ({ userId }) => this.#markChanged(userId)),
    ];
  }

  /** The state of a user's connections to this node has changed. */
  update(userId: string, connections: Iterable<Connection>): void {
    let state: LocalState | null = null;
    for (const { idle } of connections) {
      if (!idle) state = 'online';
      else state ??= 'away';
    }
    if ((this.#own.get(userId) ?? null) === state) return;
    if (state === null) this.#own.delete(userId);
    else this.#own.set(userId, state);
    this.#unpublished.add(userId);
    this.#markChanged(userId);
  }

  /** Replaces the users that a connection watches, and sends their presence. */
  watch(connection: Connection, userIds: readonly string[]): Promise<void> {
    this.unwatch(connection);
    this.#watched.set(connection, userIds);
    for (const userId of userIds) {
      const others = this.#watchers.get(userId) ?? new Set();
      others.add(connection);
      this.#watchers.set(userId, others);
    }
    return this.#sendOrWarn(new Map([[connection, userIds]]));
  }

  unwatch(connection: Connection): void {
    for (const userId of this.#watched.get(connection) ?? []) {
      const others = this.#watchers.get(userId);
      others?.delete(connection);
      if (others?.size === 0) this.#watchers.delete(userId);
    }
    this.#watched.delete(connection);
  }

  statesOf(userIds: Iterable<string>): ReadonlyMap<string, PresenceState> {
    return new Map([...userIds].map((userId) => [userId, this.#stateOf(userId)]));
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    clearTimeout(this.#renewal);
    if (this.#batch !== null) clearTimeout(this.#batch);
    this.#context.bus.publish(presenceLease, { node: this.#node, people: [], complete: true });
  }

  #stateOf(userId: string): PresenceState {
    const now = this.#context.clock.now();
    let state: PresenceState = this.#own.get(userId) ?? 'offline';
    for (const lease of this.#leases.values()) {
      if (state === 'online') break;
      if (isRecent(lease.receivedAt, now, LEASE_MS)) state = lease.users.get(userId) ?? state;
    }
    return state;
  }

  async #send(watched: Watched): Promise<void> {
    const { source } = this.#context;
    const userIds = new Set([...watched.values()].flat());
    const viewerIds = new Set(watched.keys().map(({ owner }) => owner?.userId ?? ''));
    viewerIds.delete('');
    const [users, hidden] = await Promise.all([
      source.presenceOf(this.statesOf(userIds)),
      source.hiddenFrom([...viewerIds], [...userIds]),
    ]);
    const byId = new Map(users.map((presence) => [presence.userId, presence]));
    for (const [connection, ids] of watched) {
      const unseen = hidden.get(connection.owner?.userId ?? '');
      const seen = ids.flatMap((id) => {
        const presence = byId.get(id);
        if (presence === undefined) return [];
        return unseen?.has(id) === true ? absent(id) : presence;
      });
      if (seen.length > 0) connection.send({ type: 'presence', data: { people: seen } });
    }
  }

  async #sendOrWarn(watched: Watched): Promise<void> {
    if (watched.size === 0) return;
    try {
      await this.#send(watched);
    } catch (error) {
      this.#context.logger.warn({ err: error }, 'presence could not be published');
    }
  }

  #markChanged(userId: string): void {
    this.#changed.add(userId);
    this.#batch ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  #flush(): void {
    this.#batch = null;
    if (this.#unpublished.size > 0) {
      const users = [...this.#unpublished].map((userId) => ({
        userId,
        state: this.#own.get(userId) ?? null,
      }));
      this.#unpublished.clear();
      this.#context.bus.publish(presenceLease, {
        node: this.#node,
        people: users,
        complete: false,
      });
    }
    const watched = new Map<Connection, string[]>();
    for (const userId of this.#changed) {
      for (const connection of this.#watchers.get(userId) ?? []) {
        const ids = watched.get(connection) ?? [];
        ids.push(userId);
        watched.set(connection, ids);
      }
    }
    this.#changed.clear();
    void this.#sendOrWarn(watched);
  }

  #receiveLease({ node, people, complete }: LeaseMessage): void {
    if (node === this.#node) return;
    const lease = this.#leases.get(node) ?? { users: new Map<string, LocalState>(), receivedAt: 0 };
    this.#leases.set(node, lease);
    lease.receivedAt = this.#context.clock.now();
    const named = new Set(people.map(({ userId }) => userId));
    if (complete) {
      for (const userId of lease.users.keys()) {
        if (!named.has(userId) && lease.users.delete(userId)) this.#markChanged(userId);
      }
    }
    for (const { userId, state } of people) {
      if ((lease.users.get(userId) ?? null) === state) continue;
      if (state === null) lease.users.delete(userId);
      else lease.users.set(userId, state);
      this.#markChanged(userId);
    }
  }

  #renew(): void {
    const users = [...this.#own].map(([userId, state]) => ({ userId, state }));
    this.#context.bus.publish(presenceLease, { node: this.#node, people: users, complete: true });
    const now = this.#context.clock.now();
    for (const [name, lease] of this.#leases) {
      if (isRecent(lease.receivedAt, now, LEASE_MS)) continue;
      this.#leases.delete(name);
      for (const userId of lease.users.keys()) this.#markChanged(userId);
    }
    this.#renewal = setTimeout(() => this.#renew(), RENEWAL_MS - Math.random() * JITTER_MS).unref();
  }
}
