import { parentPort, type MessagePort } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { IndexCopy } from './index-copy.ts';
import { indexUpdateSchema } from './index-update.ts';
import { type Report, type Request, requestSchema, writeReport } from './messages.ts';
import { respond } from './respond.ts';

/** A thread that answers searches from the index of another thread. */
if (parentPort === null) throw new Error('This file is the body of a worker thread.');
const port = parentPort;
const index = new IndexCopy();

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const report = (message: Report): void => port.postMessage(writeReport(message));

const follow = (writer: MessagePort): void => {
  writer.on('message', (message) => {
    index.apply(expectShape(indexUpdateSchema, message));
    report({ kind: 'ready', deals: index.search?.size ?? 0 });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    writer.postMessage('applied');
  });
  writer.on('close', () => {
    throw new Error('The thread that changes the deal index sends nothing more.');
  });
  writer.unref();
};

const handle = (request: Request): void => {
  switch (request.kind) {
    case 'search':
    case 'suggest':
      report(respond(index.search, request));
      break;
    case 'connect':
      follow(request.port);
      break;
    case 'close':
      port.close();
      break;
    case 'wake':
      break;
  }
};

port.on('message', (message) => handle(expectShape(requestSchema, message)));
