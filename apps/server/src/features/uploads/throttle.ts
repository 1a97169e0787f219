import type { DataStore } from '@tus/server';
import { pipeline, Transform } from 'node:stream';

/**
 * Bytes of all uploads together in one turn of the event loop: about a millisecond's work. Without
 * a limit twenty sockets with full buffers deliver tens of megabytes at once, and a chat message,
 * which takes several turns, waits that long in each.
 */
const BYTES_AT_ONCE = 256 * 1024;
/** Bytes buffered in each stream: one chunk of the network. */
const PIECE = 64 * 1024;

/** Throttles uploads so that they share the event loop with other work and with each other. */
export class Throttle {
  readonly #bytesAtOnce: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isCounting = false;

  constructor(bytesAtOnce = BYTES_AT_ONCE) {
    this.#bytesAtOnce = bytesAtOnce;
    this.#left = bytesAtOnce;
  }

  /** A stream between a request and its reader; its back-pressure slows the sender. */
  stream(): Transform {
    return new Transform({
      highWaterMark: PIECE,
      transform: (piece: Buffer, _encoding, done) => {
        const pass = (): void => done(null, piece);
        if (this.#left > 0 && this.#waiting.length === 0) this.#take(piece.length, pass);
        else this.#waiting.push(() => this.#take(piece.length, pass));
      },
    });
  }

  #take(bytes: number, pass: () => void): void {
    this.#left -= bytes;
    if (!this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => this.#begin());
    }
    pass();
  }

  #begin(): void {
    this.#isCounting = false;
    this.#left = this.#bytesAtOnce;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next();
      if (this.#left <= 0) return;
    }
  }
}

/**
 * The same store with throttled writes. The protocol's server reads the request itself, so its
 * bytes can be throttled only where they are written.
 */
export const throttleWrites = (store: DataStore, throttle: Throttle): DataStore => {
  const throttled: DataStore = Object.create(store);
  throttled.write = (content, id, offset) =>
    // The store receives errors of either side through the stream it reads.
    store.write(
      pipeline(content, throttle.stream(), () => {}),
      id,
      offset,
    );
  return throttled;
};
