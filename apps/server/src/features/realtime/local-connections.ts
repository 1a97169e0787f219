import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Connection } from './connection.ts';

/** The open sockets of this node, with their owners. */
export interface LocalConnections {
  readonly all: ReadonlySet<Connection>;
  add(connection: Connection): void;
  /** Adds a socket to its owner's. Above `maxSocketsAPerson` the oldest of them is closed. */
  admit(connection: Connection, userId: string): void;
  remove(connection: Connection): void;
  ofUser(userId: string): Iterable<Connection>;
  ofUsers(userIds: readonly string[]): Connection[];
}

export const createLocalConnections = (): LocalConnections => {
  const all = new Set<Connection>();
  const byUser = new Map<string, Set<Connection>>();

  return {
    all,
    add: (connection) => void all.add(connection),
    admit(connection, userId) {
      const own = byUser.get(userId) ?? new Set();
      byUser.set(userId, own);
      own.add(connection);
      const [oldest] = own;
      if (own.size > realtimeLimits.maxSocketsAPerson) oldest?.close('too_many_sockets');
    },
    remove(connection) {
      all.delete(connection);
      if (connection.owner === null) return;
      const { userId } = connection.owner;
      const own = byUser.get(userId);
      own?.delete(connection);
      if (own?.size === 0) byUser.delete(userId);
    },
    ofUser: (userId) => byUser.get(userId) ?? [],
    ofUsers: (userIds) => userIds.flatMap((userId) => [...(byUser.get(userId) ?? [])]),
  };
};
