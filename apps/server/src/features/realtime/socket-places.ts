import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { networkOf } from '#platform/networks.ts';
import type { Connection } from './connection.ts';

/** The part of a socket that a place needs. */
export type Placed = Pick<Connection, 'owner' | 'close'>;

/** Limits the sockets of one network on this node. */
export interface SocketPlaces {
  /** Takes a place; in a full network it replaces the oldest socket that is not signed in. */
  enter(connection: Placed, address: string): void;
  leave(connection: Placed, address: string): void;
}

const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\./.test(address);

/** `perNetwork`: sockets of one network; 0 for no limit. Local programs have no limit. */
export const createSocketPlaces = (perNetwork: number): SocketPlaces => {
  const networks = new Map<string, Set<Placed>>();

  const leave: SocketPlaces['leave'] = (connection, address) => {
    const network = networkOf(address);
    const all = networks.get(network);
    all?.delete(connection);
    if (all?.size === 0) networks.delete(network);
  };

  return {
    leave,
    enter(connection, address) {
      if (perNetwork === 0 || isLoopback(address)) return;
      const network = networkOf(address);
      const all = (networks.get(network) ?? new Set<Placed>()).add(connection);
      networks.set(network, all);
      const unknown = [...all].filter(({ owner }) => owner === null);
      if (all.size <= perNetwork && unknown.length <= realtimeLimits.maxUnknownANetwork) return;
      const last = unknown[0] ?? connection;
      last.close('too_many_from_network');
      leave(last, address);
    },
  };
};
