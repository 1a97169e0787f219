import { createServer, type RequestListener } from 'node:http';
import { setImmediate as macrotask } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { createResumableBucket } from './resumable-bucket.ts';
import { createS3Store, type S3StoreOptions } from './s3-store.ts';

/** The options of a store whose requests get these responses; null: no server. */
const startServer = async (respond: RequestListener | null): Promise<S3StoreOptions> => {
  const port = await freePort();
  if (respond !== null) {
    const server = createServer(respond);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    partSize: 8_000_000,
  };
};

const openStore = async (respond: RequestListener | null) => {
  const store = createS3Store(await startServer(respond));
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

const useFakeClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

/** The error with which the work of a store times out; null if it does not. */
const timeoutOf = async (work: Promise<unknown>): Promise<unknown> => {
  const failed = vi.fn<(error: unknown) => void>();
  work.catch(failed);
  for (let waited = 0; waited < 300 && failed.mock.calls.length === 0; waited += 1) {
    await vi.advanceTimersByTimeAsync(10_000);
    await macrotask();
  }
  return failed.mock.calls[0]?.[0] ?? null;
};
const unavailable = { reason: 'unavailable' };

test('a store that never responds keeps no work waiting', async () => {
  const store = await openStore(() => undefined);
  useFakeClock();
  expect(await timeoutOf(store.size('key'))).toMatchObject(unavailable);
});

const stall: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': 1_000 });
  response.write('<?xml version="1.0"?>');
};

describe('a body that stalls', () => {
  test('of an object keeps no reader waiting', async () => {
    const store = await openStore(stall);
    useFakeClock();
    expect(
      await timeoutOf(store.read('key').then((content) => text(content ?? Readable.from([])))),
    ).toMatchObject(unavailable);
  });

  test('of a list keeps no work waiting', async () => {
    const store = await openStore(stall);
    useFakeClock();
    expect(await timeoutOf(Array.fromAsync(store.keys()))).toMatchObject(unavailable);
  });

  test('of the note of an upload keeps no work waiting, and does not make the upload unknown', async () => {
    const options = await startServer(stall);
    const store = createS3Store(options);
    onTestFinished(() => store.close());
    const { datastore } = createResumableBucket(options, store, 1_000);
    useFakeClock();
    expect(await timeoutOf(datastore.getUpload('key'))).toMatchObject(unavailable);
  });
});

test('what others put into the bucket is no object', async () => {
  const listed = ['logs/2026-11-30', 'Read me.txt', 'some-file'].map(
    (key) => `<Contents><Key>${key}</Key></Contents>`,
  );
  const store = await openStore((_, response) =>
    response.end(`<ListBucketResult>${listed.join('')}</ListBucketResult>`),
  );
  expect(await Array.fromAsync(store.keys())).toEqual(['some-file']);
});

test('a body that is lost before it is read ends no process, and its reader learns of it', async () => {
  const lost = Promise.withResolvers<void>();
  const store = await openStore((_, response) => {
    stall(_, response);
    void lost.promise.then(() => response.destroy());
  });
  const content = (await store.read('key')) ?? Readable.from([]);
  lost.resolve();
  await expect.poll(() => content.errored).not.toBeNull();
  await macrotask();
  await expect(text(content)).rejects.toThrow('aborted');
});

test('a reader may take its time', async () => {
  const size = 4 * 1024 * 1024;
  const store = await openStore((_, response) => {
    response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size));
  });
  const content = (await store.read('key')) ?? Readable.from([]);
  const pieces = content[Symbol.asyncIterator]();
  let read = Buffer.from((await pieces.next()).value).length;
  useFakeClock();
  for (let minute = 0; minute < 10; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    await macrotask();
  }
  for await (const piece of { [Symbol.asyncIterator]: () => pieces })
    read += Buffer.from(piece).length;
  expect(read).toBe(size);
});
