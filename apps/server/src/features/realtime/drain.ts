import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** How long clients have to move to another node before this one stops, in milliseconds. */
const MOVE_MS = 1_000;
/** Time for the last close frames, in milliseconds. */
const LAST_WORDS_MS = 500;
const LOOK_FOR_LEFT_MS = 50;

/** Waits until all have disconnected, for at most this long. */
const allGone = async (connections: ReadonlySet<Connection>, withinMs: number): Promise<void> => {
  const until = performance.now() + withinMs;
  while (connections.size > 0 && performance.now() < until) await sleep(LOOK_FOR_LEFT_MS);
};

/**
 * Moves all clients to another node: asks them to move, then closes their sockets, then terminates
 * the rest.
 */
export const drain = async (connections: ReadonlySet<Connection>): Promise<void> => {
  for (const connection of connections)
    connection.send({ type: 'moving', data: { withinMs: MOVE_MS } });
  await allGone(connections, MOVE_MS);
  for (const connection of connections) connection.close('moving');
  await allGone(connections, LAST_WORDS_MS);
  for (const connection of connections) connection.terminate();
};
