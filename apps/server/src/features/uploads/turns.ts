import { Transform } from 'node:stream';

/**
 * Bytes of all uploads together that are taken in one turn of the event loop: about a millisecond's
 * work. Without a limit twenty sockets whose buffers are full hand over tens of megabytes at once, and
 * a message of the chat, which takes several turns, waits that long in each.
 */
const BYTES_A_TURN = 256 * 1024;
/** Bytes that wait in each stream for their turn: one piece of the network. */
const PIECE = 64 * 1024;

/** Lets uploads take the event loop in turns with everything else, and one after the other. */
export interface Turns {
  /** A stream to put between a request and whoever reads it; what waits there holds its sender back. */
  stream(): Transform;
}

export const createTurns = (bytesATurn = BYTES_A_TURN): Turns => {
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
