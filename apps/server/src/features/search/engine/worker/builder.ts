import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { openDatabase, STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { createDictionaries, type Dictionaries } from '../index/dictionaries.ts';
import { buildSegments } from '../replica/build-segments.ts';
import { rangesOfAll } from '../replica/id-ranges.ts';
import { builderOptionsSchema, type Built } from './builder-messages.ts';
import { NewValues } from './new-values.ts';

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
let dictionaries = createDictionaries();
const nextDictionaries = (): Dictionaries => {
  if (dictionaries.terms.terms.length > MOST_TERMS) dictionaries = createDictionaries();
  return dictionaries;
};
const steps = buildSegments({
  database: handle.database,
  nextRange: rangesOfAll(ranges),
  segmentSize,
  nextDictionaries,
});
const newValues = new NewValues();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const report = (message: Built): void => port.postMessage(message);
let taken: Promise<unknown> = Promise.resolve();
for await (const { count, built } of steps) {
  if (built === null) {
    report({ count, segment: null });
    continue;
  }
  const { columns, postings } = built.segment;
  const { isFirst, ...values } = newValues.next(built.dictionaries);
  // A thread that is ahead waits, with one segment.
  await taken;
  report({ count, segment: { isFirst, values, columns, postings } });
  taken = once(port, 'message');
}
await handle.close();
