import { Transform } from 'node:stream';

/**
 * Bytes of all uploads together in one turn of the event loop: about a millisecond's work. Without
 * a limit twenty sockets with full buffers deliver tens of megabytes at once, and a chat message,
 * which takes several turns, waits that long in each.
 */
const BYTES_AT_ONCE = 256 * 1024;
/** Bytes buffered in each stream: one chunk of the network. */
const PIECE = 64 * 1024;

/** Throttles uploads so that they share the event loop with other work and with each other. */
export interface Throttle {
  /** A stream between a request and its reader; its back-pressure slows the sender. */
  stream(): Transform;
}

export const createThrottle = (bytesATurn = BYTES_AT_ONCE): Throttle => {
  const waiting: (() => void)[] = [];
  let left = bytesATurn;
  let isCounting = false;

  const take = (bytes: number, pass: () => void): void => {
    left -= bytes;
    if (!isCounting) {
      isCounting = true;
      setImmediate(begin);
    }
    pass();
  };

  function begin(): void {
    isCounting = false;
    left = bytesATurn;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      next();
      if (left <= 0) return;
    }
  }

  return {
    stream: () =>
      new Transform({
        highWaterMark: PIECE,
        transform(piece: Buffer, _encoding, done) {
          const pass = (): void => done(null, piece);
          if (left > 0 && waiting.length === 0) take(piece.length, pass);
          else waiting.push(() => take(piece.length, pass));
        },
      }),
  };
};
