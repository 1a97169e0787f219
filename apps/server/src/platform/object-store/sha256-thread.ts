import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { onThreadMessage } from '../thread-messages.ts';

const responseSchema = z.object({ memory: z.instanceof(ArrayBuffer), digest: z.string() });

interface Digested {
  /** The same bytes in the same memory; the former buffer is detached. */
  readonly bytes: Buffer;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** Digests parts on another thread than the one that reads and sends them. */
export interface Sha256Thread {
  /**
   * Transfers the memory of the bytes, which must not be shared, to the thread meanwhile; nothing
   * is copied.
   */
  digest(bytes: Buffer): Promise<Digested>;
  close(): Promise<void>;
}

interface PendingDigest extends PromiseWithResolvers<Digested> {
  /** Bytes. */
  readonly size: number;
}

const start = (onEnd: () => void) => {
  const worker = new Worker(new URL('sha256-thread-body.ts', import.meta.url), {
    name: 'part-digests',
  });
  // Responses come in the order of the requests.
  const waiting: PendingDigest[] = [];
  let failure = new Error('The thread that digests parts has ended.');
  // Without requests it keeps no process alive.
  worker.unref();
  const fail = (error: unknown): void => {
    failure = error instanceof Error ? error : new Error(String(error));
  };
  const take = (message: unknown): void => {
    const { memory, digest } = expectShape(responseSchema, message);
    const pending = waiting.shift();
    pending?.resolve({ bytes: Buffer.from(memory, 0, pending.size), digest });
    if (waiting.length === 0) worker.unref();
  };
  onThreadMessage(worker, take, (error) => {
    // Responses can no longer be matched with requests; the next part starts another thread.
    fail(error);
    void worker.terminate();
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    onEnd();
    for (const { reject } of waiting) reject(failure);
  });
  return {
    digest: ({ buffer: memory, length: size }: Buffer): Promise<Digested> => {
      if (!(memory instanceof ArrayBuffer)) throw new TypeError('Shared memory cannot be moved.');
      const pending = { ...Promise.withResolvers<Digested>(), size };
      waiting.push(pending);
      worker.ref();
      worker.postMessage({ memory, size }, [memory]);
      return pending.promise;
    },
    close: async (): Promise<void> => {
      await worker.terminate();
    },
  };
};

/** The thread starts with the first part, and again with the next one if it died. */
export const createSha256Thread = (): Sha256Thread => {
  let thread: ReturnType<typeof start> | null = null;
  const reset = (): void => {
    thread = null;
  };
  return {
    digest: (bytes) => (thread ??= start(reset)).digest(bytes),
    close: async () => thread?.close(),
  };
};
