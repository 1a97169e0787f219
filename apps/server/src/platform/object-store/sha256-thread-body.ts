import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

if (parentPort === null) throw new Error('This file is the body of a worker thread.');
const port = parentPort;

const questionSchema = z.object({ memory: z.instanceof(ArrayBuffer), size: z.int() });

port.on('message', (message: unknown) => {
  const { memory, size } = expectShape(questionSchema, message);
  port.postMessage({ memory, digest: hash('sha256', new Uint8Array(memory, 0, size), 'hex') }, [
    memory,
  ]);
});
