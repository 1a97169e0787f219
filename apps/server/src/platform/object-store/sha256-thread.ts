import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { guarded } from '../guarded.ts';

const answerSchema = z.object({ memory: z.instanceof(ArrayBuffer), digest: z.string() });

export interface Digested {
  /** The same bytes, in the same memory, come back: whoever still has the former buffer finds it empty. */
  readonly bytes: Buffer;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** Digests parts on a thread beside the one that takes and sends them. */
export interface Sha256Thread {
  /** The memory of the bytes, which must be theirs alone, goes to the thread meanwhile: nothing is copied. */
  digest(bytes: Buffer): Promise<Digested>;
  close(): Promise<void>;
}

interface Question extends PromiseWithResolvers<Digested> {
  /** Bytes. */
  readonly size: number;
}

const start = (onEnd: () => void) => {
  const worker = new Worker(new URL('sha256-thread-body.ts', import.meta.url), {
    name: 'part-digests',
  });
  // Answers come in the order of the questions.
  const waiting: Question[] = [];
  let fault = new Error('The thread that digests parts has ended.');
  // While it is asked nothing it keeps no process alive.
  worker.unref();
  const fail = (error: unknown): void => {
    fault = error instanceof Error ? error : new Error(String(error));
  };
  const take = (message: unknown): void => {
    const { memory, digest } = expectShape(answerSchema, message);
    const question = waiting.shift();
    question?.resolve({ bytes: Buffer.from(memory, 0, question.size), digest });
    if (waiting.length === 0) worker.unref();
  };
  worker.on(
    'message',
    guarded(take, (error) => {
      // Its answers can no longer be matched with questions; the next part starts another thread.
      fail(error);
      void worker.terminate();
    }),
  );
  worker.on('error', fail);
  worker.on('exit', () => {
    onEnd();
    for (const { reject } of waiting) reject(fault);
  });
  return {
    digest: ({ buffer: memory, length: size }: Buffer): Promise<Digested> => {
      if (!(memory instanceof ArrayBuffer)) throw new TypeError('Shared memory cannot be moved.');
      const question = { ...Promise.withResolvers<Digested>(), size };
      waiting.push(question);
      worker.ref();
      worker.postMessage({ memory, size }, [memory]);
      return question.promise;
    },
    close: async (): Promise<void> => {
      await worker.terminate();
    },
  };
};

/** The thread begins with the first part, and anew with the next one where it died. */
export const createSha256Thread = (): Sha256Thread => {
  let thread: ReturnType<typeof start> | null = null;
  const forget = (): void => {
    thread = null;
  };
  return {
    digest: (bytes) => (thread ??= start(forget)).digest(bytes),
    close: async () => thread?.close(),
  };
};
