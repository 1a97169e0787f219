import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkLevelsOf, networkShares } from '../../ip-network.ts';
import type { SlowBodies } from './slow-bodies.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Slot {
  readonly socket: Socket;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Closes it to make room. */
  readonly leave: () => void;
  /** The latest request; null before the headers of the first have arrived. */
  exchange: Exchange | null;
}

export interface SlotsOptions {
  /** Connections of one IP; 0 for no limit. */
  readonly perNetwork: number;
  readonly isExempt: (ip: string) => boolean;
  readonly slow: SlowBodies;
}

/** How long a new request may take before its connection counts as slow. */
const FRESH_MS = 1_000;

/**
 * The rank of a connection. In a full network connections of the lowest rank are closed first,
 * those of the highest never.
 */
const rankOf = ({ exchange, since }: Slot, slow: SlowBodies, now: number): 0 | 1 | 2 | 3 => {
  const unfinished = now - since > FRESH_MS ? 0 : 2;
  if (exchange === null) return unfinished;
  const { request, response } = exchange;
  if (response.writableEnded) return request.complete ? 1 : unfinished;
  return request.complete || slow.has(request) ? 3 : unfinished;
};

/** The oldest of the lowest rank; a Set keeps insertion order. */
const leastUseful = (slots: ReadonlySet<Slot>, slow: SlowBodies): Slot | null => {
  const now = Date.now();
  let least: Slot | null = null;
  let leastRank = 3;
  for (const slot of slots) {
    const rank = rankOf(slot, slow, now);
    if (rank === 0) return slot;
    if (rank < leastRank) [least, leastRank] = [slot, rank];
  }
  return least;
};

/**
 * Limits the connections of one network. In a full one a new connection replaces the oldest without
 * a complete request, so that a sender of slow requests blocks only itself.
 */
export const boundConnections = (
  app: FastifyInstance,
  { perNetwork, isExempt, slow }: SlotsOptions,
): void => {
  if (perNetwork === 0) return;
  const networks = new Map<string, Set<Slot>>();
  const slots = new WeakMap<Socket, Slot>();

  const enter = (network: string, slot: Slot): void => {
    const all = networks.get(network) ?? new Set();
    networks.set(network, all.add(slot));
  };
  const leave = (network: string, slot: Slot): void => {
    const all = networks.get(network);
    all?.delete(slot);
    if (all?.size === 0) networks.delete(network);
  };

  /** Whether there is room in the network; closes another connection if necessary. */
  const makeRoom = (network: string, limit: number): boolean => {
    const all = networks.get(network);
    if (all === undefined || all.size < limit) return true;
    const last = leastUseful(all, slow);
    last?.leave();
    last?.socket.destroy();
    return last !== null;
  };

  app.server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (isExempt(ip)) return;
    const within = networkLevelsOf(ip);
    if (
      !within.every(({ level, network }) => makeRoom(network, networkShares[level] * perNetwork))
    ) {
      socket.destroy();
      return;
    }
    const slot: Slot = {
      socket,
      since: Date.now(),
      exchange: null,
      leave: () => within.forEach(({ network }) => leave(network, slot)),
    };
    slots.set(socket, slot);
    for (const { network } of within) enter(network, slot);
    socket.once('close', slot.leave);
  });
  app.server.on('request', (request, response) => {
    const slot = slots.get(request.socket);
    if (slot !== undefined) slot.exchange = { request, response };
  });
  // WebSockets have limits of their own.
  app.server.on('upgrade', ({ socket }) => slots.get(socket)?.leave());
};
