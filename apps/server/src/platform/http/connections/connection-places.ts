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

/** What a connection is for: the first of these gives way to a new one. */
const usefulness = ({ exchange }: Place, slow: SlowBodies): 'unfinished' | 'idle' | 'at-work' => {
  if (exchange === null) return 'unfinished';
  const { request, response } = exchange;
  if (response.writableEnded) return request.complete ? 'idle' : 'unfinished';
  return request.complete || slow.has(request) ? 'at-work' : 'unfinished';
};

const leastUseful = (places: ReadonlySet<Place>, slow: SlowBodies): Place | null => {
  let idle: Place | null = null;
  // In the order they came: the oldest first.
  for (const place of places) {
    const use = usefulness(place, slow);
    if (use === 'unfinished') return place;
    if (use === 'idle') idle ??= place;
  }
  return idle;
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
