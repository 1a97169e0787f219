import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf, type NetworkLevel } from '../../networks.ts';
import type { SlowBodies } from './slow-bodies.ts';

/** How many times what one address has a wider network has. */
const shares: Readonly<Record<NetworkLevel, number>> = { address: 1, site: 2, block: 4 };

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Place {
  readonly socket: Socket;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Gives the place to others. */
  readonly leave: () => void;
  /** The latest request; null before the headers of the first have come. */
  exchange: Exchange | null;
}

export interface PlacesOptions {
  /** Connections of one address; 0 for no limit. */
  readonly perNetwork: number;
  readonly isExempt: (address: string) => boolean;
  readonly slow: SlowBodies;
}

/** A request may be on its way for so long before its connection counts as one that drips. */
const FRESH_MS = 1_000;

/** What a connection is for. One of the first rank gives way to a new one first, one of the last never does. */
const rankOf = ({ exchange, since }: Place, slow: SlowBodies, now: number): 0 | 1 | 2 | 3 => {
  const unfinished = now - since > FRESH_MS ? 0 : 2;
  if (exchange === null) return unfinished;
  const { request, response } = exchange;
  if (response.writableEnded) return request.complete ? 1 : unfinished;
  return request.complete || slow.has(request) ? 3 : unfinished;
};

/** The oldest of the least useful ones: sets keep the order in which places were taken. */
const leastUseful = (places: ReadonlySet<Place>, slow: SlowBodies): Place | null => {
  const now = Date.now();
  let least: Place | null = null;
  let leastRank = 3;
  for (const place of places) {
    const rank = rankOf(place, slow, now);
    if (rank === 0) return place;
    if (rank < leastRank) [least, leastRank] = [place, rank];
  }
  return least;
};

/**
 * Bounds the connections of one network. In a full one a new connection takes the place of the oldest
 * that brings no whole request: so who drips requests shuts out themselves, not their neighbours.
 */
export const boundConnections = (
  app: FastifyInstance,
  { perNetwork, isExempt, slow }: PlacesOptions,
): void => {
  if (perNetwork === 0) return;
  const networks = new Map<string, Set<Place>>();
  const places = new WeakMap<Socket, Place>();

  const enter = (network: string, place: Place): void => {
    const all = networks.get(network) ?? new Set();
    networks.set(network, all.add(place));
  };
  const leave = (network: string, place: Place): void => {
    const all = networks.get(network);
    all?.delete(place);
    if (all?.size === 0) networks.delete(network);
  };

  /** Whether there is room in the network, made where need be. */
  const makeRoom = (network: string, limit: number): boolean => {
    const all = networks.get(network);
    if (all === undefined || all.size < limit) return true;
    const last = leastUseful(all, slow);
    last?.leave();
    last?.socket.destroy();
    return last !== null;
  };

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const within = networksOf(address);
    if (!within.every(({ level, network }) => makeRoom(network, shares[level] * perNetwork))) {
      socket.destroy();
      return;
    }
    const place: Place = {
      socket,
      since: Date.now(),
      exchange: null,
      leave: () => within.forEach(({ network }) => leave(network, place)),
    };
    places.set(socket, place);
    for (const { network } of within) enter(network, place);
    socket.once('close', place.leave);
  });
  app.server.on('request', (request, response) => {
    const place = places.get(request.socket);
    if (place !== undefined) place.exchange = { request, response };
  });
  // A WebSocket has limits of its own.
  app.server.on('upgrade', ({ socket }) => places.get(socket)?.leave());
};
