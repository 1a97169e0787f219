import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Connection } from './connection.ts';

/** The open sockets of this node, with their owners. */
export class LocalConnections {
  readonly #all = new Set<Connection>();
  readonly #byUser = new Map<string, Set<Connection>>();

  get all(): ReadonlySet<Connection> {
    return this.#all;
  }

  add(connection: Connection): void {
    this.#all.add(connection);
  }

  /** Adds a socket to its owner's. Above `maxSocketsAPerson` the oldest of them is closed. */
  admit(connection: Connection, userId: string): void {
    const own = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, own);
    own.add(connection);
    const [oldest] = own;
    if (own.size > realtimeLimits.maxSocketsAPerson) oldest?.close('too_many_sockets');
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    if (connection.owner === null) return;
    const { userId } = connection.owner;
    const own = this.#byUser.get(userId);
    own?.delete(connection);
    if (own?.size === 0) this.#byUser.delete(userId);
  }

  ofUser(userId: string): Iterable<Connection> {
    return this.#byUser.get(userId) ?? [];
  }

  ofUsers(userIds: readonly string[]): Connection[] {
    return userIds.flatMap((userId) => [...this.ofUser(userId)]);
  }
}
