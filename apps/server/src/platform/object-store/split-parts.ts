import type { Readable } from 'node:stream';
import type { PartLoan, PartMemory } from './part-memory.ts';

/** A part of an object, in borrowed memory. */
export interface Part<Digest> {
  /** Bytes. */
  readonly size: number;
  readonly sealed: Promise<Sealed<Digest>>;
  readonly isLast: boolean;
  /** Returns the memory when the part's bytes are no longer needed. */
  readonly giveBack: () => void;
}

/** The bytes of a part with their checksum. */
interface Sealed<Digest> {
  /** All of their memory from its beginning. */
  readonly bytes: Buffer;
  readonly digest: Digest;
}

/** Computes a checksum while the bytes of a part arrive, or at its end. */
export interface Digester<Digest> {
  /** Adds bytes of the part. */
  update(bytes: Buffer): void;
  /** Completes the part. Its bytes may be in another buffer afterwards. */
  finish(bytes: Buffer): Promise<Sealed<Digest>>;
}

export interface SplitOptions<Digest> {
  /** The memory of parts; it determines their size. */
  readonly memory: PartMemory;
  readonly createDigester: () => Digester<Digest>;
  /** See `WriteOptions`. */
  readonly disposable: boolean;
}

/**
 * Frees the memory of unused bytes. Left to garbage collection, the chunks of a gigabyte cause some
 * forty scans of the whole heap, which takes longer than storing them.
 */
const dispose = ({ buffer, byteLength }: Buffer): void => {
  // Memory that is shared with other chunks is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

const fill = <Digest>(loan: PartLoan, digester: Digester<Digest>) => {
  let size = 0;
  return {
    isFull: (): boolean => size === loan.bytes.length,
    /** Adds as much as there is room for; returns the number of bytes. */
    add: (piece: Buffer): number => {
      const taken = piece.copy(loan.bytes, size);
      digester.update(loan.bytes.subarray(size, size + taken));
      size += taken;
      return taken;
    },
    finish: (isLast: boolean): Part<Digest> => {
      loan.filled();
      const sealed = digester.finish(loan.bytes.subarray(0, size));
      const giveBack = async (): Promise<void> =>
        sealed.then(
          ({ bytes }) => loan.giveBack(Buffer.from(bytes.buffer)),
          () => loan.giveBack(null),
        );
      // A caller that drops the part does not await its result.
      sealed.catch(() => {});
      return { size, sealed, isLast, giveBack: () => void giveBack() };
    },
    giveUp: () => loan.giveBack(),
  };
};

type Filling<Digest> = ReturnType<typeof fill<Digest>>;

/** Splits a stream into parts of equal size, the last one shorter; always at least one. */
export const splitParts = async function* splitParts<Digest>(
  content: Readable,
  { memory, createDigester, disposable }: SplitOptions<Digest>,
): AsyncGenerator<Part<Digest>> {
  const held: { filling?: Filling<Digest> } = {};
  const begin = async (): Promise<Filling<Digest>> =>
    (held.filling ??= fill(await memory.lend(), createDigester()));
  const finish = (part: Filling<Digest>, isLast: boolean): Part<Digest> => {
    delete held.filling;
    return part.finish(isLast);
  };
  try {
    for await (const chunk of content) {
      const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      for (let taken = 0; taken < piece.length;) {
        const part = held.filling ?? (await begin());
        // More data has arrived, so this part is not the last.
        if (part.isFull()) yield finish(part, false);
        else taken += part.add(piece.subarray(taken));
      }
      if (disposable) dispose(piece);
    }
    yield finish(await begin(), true);
  } finally {
    held.filling?.giveUp();
  }
};
