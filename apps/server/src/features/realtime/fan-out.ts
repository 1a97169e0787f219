import type { Connection } from './connection.ts';

/** Frames within this time after the last ones are joined, in milliseconds. */
export const COALESCE_MS = 2;

/** The part of a connection that the fan-out needs. */
export type Receiver = Pick<Connection, 'write' | 'cork' | 'uncork'>;

/**
 * Connections that get the same bytes, such as the subscribers of a channel, and their pending
 * frames.
 */
export interface Audience {
  readonly subscribers: ReadonlySet<Receiver>;
  waiting: Buffer[];
}

export const createAudience = (
  subscribers: Set<Connection>,
): Audience & { subscribers: Set<Connection> } => ({ subscribers, waiting: [] });

export interface FanOut {
  /** Sends at once after a pause; under load joins frames within `COALESCE_MS`. */
  deliver(audience: Audience, frames: readonly Buffer[]): void;
  close(): void;
}

const join = (frames: readonly Buffer[]): Buffer => {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
};

/**
 * Under load the frames of an audience are joined once, and each socket gets them in one write,
 * which makes a channel of thousands possible.
 */
export const createFanOut = (): FanOut => {
  const dirty = new Set<Audience>();
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const send = (audience: Audience, bytes: Buffer): void => {
    for (const connection of audience.subscribers) connection.write(bytes);
  };

  const flush = (): void => {
    timer = null;
    const audiences = [...dirty];
    dirty.clear();
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
    lastSent = performance.now();
  };

  return {
    deliver(audience, frames) {
      if (audience.subscribers.size === 0) return;
      if (timer === null && performance.now() - lastSent >= COALESCE_MS) {
        send(audience, join(frames));
        lastSent = performance.now();
        return;
      }
      audience.waiting.push(...frames);
      dirty.add(audience);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
};
