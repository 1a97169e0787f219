import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { openDatabase, STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { buildForeignSegments, type Built } from '../replica/build-segments.ts';
import { rangesOfAll } from '../replica/id-ranges.ts';
import { builderOptionsSchema } from './builder-messages.ts';

/** Those of all deals would take as much memory as the dictionaries of the index, in each thread. */
const MOST_TERMS = 250_000;

/** A thread that builds segments of the deals, for the thread that changes the index. */
if (parentPort === null) throw new Error('This file is the body of a worker thread.');
const port = parentPort;

const { connectionString, ranges, segmentSize } = expectShape(builderOptionsSchema, workerData);
const handle = openDatabase<Schema>({
  connectionString,
  maxConnections: 1,
  statementLimit: STATEMENT_LIMIT_MS,
});
const steps = buildForeignSegments({
  database: handle.database,
  nextRange: rangesOfAll(ranges),
  segmentSize,
  mostTerms: MOST_TERMS,
});
let taken: Promise<unknown> = Promise.resolve();
for await (const step of steps) {
  const isComplete = step.segment !== null;
  // A thread that is ahead waits, with one segment.
  if (isComplete) await taken;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(step satisfies Built);
  if (isComplete) taken = once(port, 'message');
}
await handle.close();
