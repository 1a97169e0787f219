import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { isLoopback, networkOf } from '#platform/ip-network.ts';
import type { Connection } from './connection.ts';

/** The part of a socket that a slot needs. */
export type SlotSocket = Pick<Connection, 'owner' | 'close'>;

/** Limits the sockets of one network on this node. */
export class SocketSlots {
  readonly #networks = new Map<string, Set<SlotSocket>>();
  readonly #perNetwork: number;

  /** `perNetwork`: sockets of one network; 0 for no limit. Local programs have no limit. */
  constructor(perNetwork: number) {
    this.#perNetwork = perNetwork;
  }

  /** Takes a slot; in a full network it replaces the oldest socket that is not signed in. */
  enter(connection: SlotSocket, ip: string): void {
    if (this.#perNetwork === 0 || isLoopback(ip)) return;
    const network = networkOf(ip);
    const all = (this.#networks.get(network) ?? new Set<SlotSocket>()).add(connection);
    this.#networks.set(network, all);
    const unknown = [...all].filter(({ owner }) => owner === null);
    if (all.size <= this.#perNetwork && unknown.length <= realtimeLimits.maxUnknownANetwork) return;
    const last = unknown[0] ?? connection;
    last.close('too_many_from_network');
    this.leave(last, ip);
  }

  leave(connection: SlotSocket, ip: string): void {
    const network = networkOf(ip);
    const all = this.#networks.get(network);
    all?.delete(connection);
    if (all?.size === 0) this.#networks.delete(network);
  }
}
