import { Worker } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { guarded } from '#platform/guarded.ts';
import { onThreadMessage } from '#platform/thread-messages.ts';
import type { BuildTask, Builders } from '../replica/replica.ts';
import { builtSchema, type BuilderOptions } from './builder-messages.ts';

export interface BuilderThreadsOptions {
  readonly connectionString: string;
  /** The most threads. */
  readonly most: number;
  /** Milliseconds that a thread may be silent. */
  readonly patience?: number;
}

/** Twice the limit of a statement. Building a segment takes some seconds. */
const PATIENCE = 60_000;

const build = async (
  { connectionString, patience = PATIENCE }: BuilderThreadsOptions,
  { threads, ranges, segmentSize, onRead, newReceiver }: BuildTask,
): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let running = threads;
  const started: Worker[] = [];
  const start = (name: string): void => {
    const receive = newReceiver();
    const thread = new Worker(new URL('builder.ts', import.meta.url), {
      name,
      workerData: { connectionString, ranges, segmentSize } satisfies BuilderOptions,
    });
    started.push(thread);
    const timer = setTimeout(() => reject(new Error(`${name} does not respond.`)), patience);
    onThreadMessage(
      thread,
      (message) => {
        timer.refresh();
        const { count, segment } = expectShape(builtSchema, message);
        if (segment !== null) {
          receive(segment);
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
          thread.postMessage('taken');
        }
        if (!onRead(count)) resolve(false);
      },
      reject,
    );
    thread.on('error', reject);
    thread.on('exit', (code) => {
      clearTimeout(timer);
      running -= 1;
      if (code !== 0) reject(new Error(`${name} has ended with code ${code}.`));
      else if (running === 0) resolve(true);
    });
  };
  // If one cannot be started, the others end.
  guarded(() => {
    for (let at = 1; at <= threads; at += 1) start(`deal-index-builder-${at}`);
  }, reject)();
  try {
    return await promise;
  } finally {
    await Promise.all(started.map((thread) => thread.terminate()));
  }
};

/**
 * Builds segments in threads with a connection to the database each. All have ended when it resolves
 * or rejects. After a failure the next attempt has half as many, at last none, because connections or
 * memory may be too few for all; the next load begins with all again.
 */
export const inBuilderThreads = (options: BuilderThreadsOptions): Builders => {
  let { most } = options;
  return {
    get most() {
      return most;
    },
    build: async (task) => {
      try {
        return await build(options, task);
      } catch (error) {
        most = Math.floor(most / 2);
        throw error;
      }
    },
    onLoaded: () => void (most = options.most),
  };
};
