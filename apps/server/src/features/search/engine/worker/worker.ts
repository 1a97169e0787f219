import { parentPort, workerData } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { systemClock } from '#platform/clock.ts';
import { openDatabase, STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { IndexHost } from './index-host.ts';
import { requestSchema, workerOptionsSchema, writeReport } from './messages.ts';

if (parentPort === null) throw new Error('This file is the body of a worker thread.');
const port = parentPort;

const { connectionString, directory } = expectShape(workerOptionsSchema, workerData);
const handle = openDatabase<Schema>({
  connectionString,
  maxConnections: 1,
  statementLimit: STATEMENT_LIMIT_MS,
});
const host = new IndexHost({
  database: handle.database,
  directory,
  clock: systemClock,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  report: (report) => port.postMessage(writeReport(report)),
});
port.on('message', (message) => host.handle(expectShape(requestSchema, message)));

await host.run();
await handle.close();
port.close();
