import type { Readable } from 'node:stream';
import type { PartLoan, PartMemory } from './part-memory.ts';

/** A part of an object, in memory that is lent. */
export interface Part<Digest> {
  /** Bytes. */
  readonly size: number;
  readonly sealed: Promise<Sealed<Digest>>;
  readonly isLast: boolean;
  /** Whoever was given the part needs its bytes no more. */
  readonly giveBack: () => void;
}

/** The bytes of a part with their checksum. */
export interface Sealed<Digest> {
  /** All of their memory from its beginning. */
  readonly bytes: Buffer;
  readonly digest: Digest;
}

/** What grows with the bytes of a part, or is made of them at its end: a checksum. */
export interface Digester<Digest> {
  /** What has come to the part. */
  update(bytes: Buffer): void;
  /** The part is whole. Its bytes may be in another buffer afterwards. */
  finish(bytes: Buffer): Promise<Sealed<Digest>>;
}

export interface SplitOptions<Digest> {
  /** Lends the memory of each part; parts are as large as that. */
  readonly memory: PartMemory;
  readonly createDigester: () => Digester<Digest>;
  /** See `WriteOptions`. */
  readonly disposable: boolean;
}

/**
 * Frees the memory of bytes that nobody looks at again. Left to garbage collection, the pieces of a
 * gigabyte have the whole heap looked through some forty times, which takes longer than storing them.
 */
const dispose = ({ buffer, byteLength }: Buffer): void => {
  // Others may have pieces of the same memory unless this one is all of it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

const fill = <Digest>(loan: PartLoan, digester: Digester<Digest>) => {
  let size = 0;
  return {
    isFull: (): boolean => size === loan.bytes.length,
    /** Takes what there is room for; tells how many bytes. */
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
      // Whoever gives the part up does not ask what became of it.
      sealed.catch(() => {});
      return { size, sealed, isLast, giveBack: () => void giveBack() };
    },
    giveUp: () => loan.giveBack(),
  };
};

type Filling<Digest> = ReturnType<typeof fill<Digest>>;

/** Cuts a stream into parts of equal size, the last one shorter; always at least one. */
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
        // Only now that more has come it is known not to be the last.
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
