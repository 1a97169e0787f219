import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Bus } from '#platform/bus.ts';
import type { Connection } from './connection.ts';
import { userScope } from './topics.ts';

/** The open sockets of this node, with their owners. It follows the owners' scopes. */
export class LocalConnections {
  readonly #bus: Pick<Bus, 'follow' | 'unfollow'>;
  readonly #all = new Set<Connection>();
  readonly #byUser = new Map<string, Set<Connection>>();

  constructor(bus: Pick<Bus, 'follow' | 'unfollow'>) {
    this.#bus = bus;
  }

  get all(): ReadonlySet<Connection> {
    return this.#all;
  }

  add(connection: Connection): void {
    this.#all.add(connection);
  }

  /**
   * Adds a socket to its owner's. Above `maxSocketsAUser` the oldest of them is closed. Resolves
   * once other nodes' messages to the owner arrive.
   */
  admit(connection: Connection, userId: string): Promise<void> {
    const own = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, own);
    own.add(connection);
    const [oldest] = own;
    if (own.size > realtimeLimits.maxSocketsAUser) oldest?.close('too_many_sockets');
    return this.#bus.follow(own.size === 1 ? [userScope(userId)] : []);
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    if (connection.owner === null) return;
    const { userId } = connection.owner;
    const own = this.#byUser.get(userId);
    if (own?.delete(connection) !== true || own.size > 0) return;
    this.#byUser.delete(userId);
    this.#bus.unfollow([userScope(userId)]);
  }

  ofUser(userId: string): Iterable<Connection> {
    return this.#byUser.get(userId) ?? [];
  }

  ofUsers(userIds: readonly string[]): Connection[] {
    return userIds.flatMap((userId) => [...this.ofUser(userId)]);
  }
}
