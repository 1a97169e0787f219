import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { createS3Store } from './s3-store.ts';

test.for([
  ['refuses the key', 403, 'The object store refuses the bucket with status 403.'],
  ['does not know the bucket', 404, 'The object store refuses the bucket with status 404.'],
  ['is away', null, 'The object store does not answer.'],
] as const)('the health of a store that %s says so', async ([, status, detail]) => {
  const port = await freePort();
  if (status !== null) {
    const server = createServer((_, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
  }
  const store = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    partSize: 8_000_000,
  });
  onTestFinished(() => store.close());
  expect(await store.health()).toEqual({ status: 'error', detail });
});
