import type { Connection } from './connection.ts';

/** Frames within this time after the last ones are joined, in milliseconds. */
export const COALESCE_MS = 2;

/** The part of a connection that the fan-out needs. */
export type Receiver = Pick<Connection, 'write' | 'cork' | 'uncork'>;

/**
 * Connections that get the same bytes, such as the subscribers of a channel, and their pending
 * frames.
 */
export interface Subscribers {
  readonly subscribers: ReadonlySet<Receiver>;
  waiting: Buffer[];
}

export const createSubscribers = (
  subscribers: Set<Connection>,
): Subscribers & { subscribers: Set<Connection> } => ({ subscribers, waiting: [] });

const join = (frames: readonly Buffer[]): Buffer => {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
};

const send = (audience: Subscribers, bytes: Buffer): void => {
  for (const connection of audience.subscribers) connection.write(bytes);
};

/**
 * Under load the frames of an audience are joined once, and each socket gets them in one write,
 * which makes a channel of thousands possible.
 */
export class FanOut {
  readonly #dirty = new Set<Subscribers>();
  #lastSent = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  /** Sends at once after a pause; under load joins frames within `COALESCE_MS`. */
  deliver(audience: Subscribers, frames: readonly Buffer[]): void {
    if (audience.subscribers.size === 0) return;
    if (this.#timer === null && performance.now() - this.#lastSent >= COALESCE_MS) {
      send(audience, join(frames));
      this.#lastSent = performance.now();
      return;
    }
    audience.waiting.push(...frames);
    this.#dirty.add(audience);
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = null;
    const audiences = [...this.#dirty];
    this.#dirty.clear();
    // A socket in several audiences gets all in one packet.
    const corked = audiences.length === 1 ? null : new Set<Receiver>();
    for (const audience of audiences) {
      const bytes = join(audience.waiting);
      audience.waiting = [];
      if (corked !== null) {
        for (const connection of audience.subscribers) {
          if (corked.has(connection)) continue;
          corked.add(connection);
          connection.cork();
        }
      }
      send(audience, bytes);
    }
    for (const connection of corked ?? []) connection.uncork();
    this.#lastSent = performance.now();
  }
}
