import { createServer, type RequestListener } from 'node:http';
import { setImmediate as macrotask } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { createS3Store } from './s3-store.ts';

/** A store whose requests get these responses; null: no server. */
const openStore = async (respond: RequestListener | null) => {
  const port = await freePort();
  if (respond !== null) {
    const server = createServer(respond);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
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
  return store;
};

test.for([
  ['refuses the key', 403, 'The object store refuses the bucket with status 403.'],
  ['does not know the bucket', 404, 'The object store refuses the bucket with status 404.'],
  ['is away', null, 'The object store does not answer.'],
] as const)('the health of a store that %s says so', async ([, status, detail]) => {
  const store = await openStore(
    status === null ? null : (_, response) => response.writeHead(status).end(),
  );
  expect(await store.health()).toEqual({ status: 'error', detail });
});

test('a store that never responds keeps no work waiting', async () => {
  const store = await openStore(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const failed = vi.fn<(error: unknown) => void>();
  store.size('key').catch(failed);
  for (let waited = 0; waited < 300 && failed.mock.calls.length === 0; waited += 1) {
    await vi.advanceTimersByTimeAsync(10_000);
    await macrotask();
  }
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ reason: 'unavailable' }));
});
