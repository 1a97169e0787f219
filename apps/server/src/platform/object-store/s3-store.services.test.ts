import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { describeObjectStore, SUITE_PART_SIZE } from '#test/object-store-suite.ts';
import { portOf } from '#test/port-of.ts';
import { PROBE_KEY } from './checksum-support.ts';
import { createS3Store, s3ClientConfig, type S3Location, type S3Store } from './s3-store.ts';

const server = inject('s3Server');
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const makeBucket = async (): Promise<S3Location> => {
  if (server === null) throw new Error('These tests are skipped.');
  const location = {
    ...server,
    region: 'us-east-1',
    bucket: `test-${randomBytes(6).toString('hex')}`,
  };
  const client = new S3Client(s3ClientConfig(location));
  await client.send(new CreateBucketCommand({ Bucket: location.bucket }));
  client.destroy();
  return location;
};

const open = (location: S3Location): S3Store => {
  const store = createS3Store({ ...location, partSize: SUITE_PART_SIZE });
  closers.push(() => store.close());
  return store;
};

type Interfere = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
) => 'pass' | 'flip' | 'handled';

const forwarded = ({ url, method, headers }: http.IncomingMessage) => ({
  path: url,
  method,
  headers,
});

/** A proxy for the real service that interferes with requests; returns its URL. */
const startProxy = async (location: S3Location, interfere: Interfere): Promise<S3Location> => {
  const target = new URL(location.endpoint ?? '');
  const proxy = http.createServer((request, response) => {
    const interference = interfere(request, response);
    if (interference === 'handled') return;
    const onward = http.request(
      { hostname: target.hostname, port: target.port, ...forwarded(request) },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    let flipped = interference !== 'flip';
    request.on('data', (chunk: Buffer) => {
      if (!flipped) {
        chunk.writeUInt8(chunk.readUInt8(0) ^ 1, 0);
        flipped = true;
      }
      onward.write(chunk);
    });
    request.on('end', () => onward.end());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const port = portOf(proxy);
  return { ...location, endpoint: `http://127.0.0.1:${port}` };
};

const megabytes = (count: number): Readable =>
  Readable.from(
    (function* generate() {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(1024 * 1024, index);
    })(),
    { objectMode: false },
  );

const isPart = ({ method, url = '' }: http.IncomingMessage): boolean =>
  method === 'PUT' && url.includes('partNumber=') && !url.includes(PROBE_KEY);

/**
 * The real service as one that compares checksums, whether or not it does. Records the headers of
 * parts, in the order of their numbers.
 */
const startComparing = async (location: S3Location, damage = 0) => {
  const parts: string[] = [];
  let toDamage = damage;
  const compare = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const bytes = await buffer(request);
    const flip = isPart(request) && toDamage > 0;
    if (flip) {
      toDamage -= 1;
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    }
    const announced = String(request.headers['x-amz-checksum-crc32']);
    if (Buffer.from(announced, 'base64').readUInt32BE() !== crc32(bytes)) {
      response.writeHead(400).end('<Error><Code>BadDigest</Code></Error>');
      return;
    }
    const number = Number(new URL(request.url ?? '', 'http://s3').searchParams.get('partNumber'));
    if (isPart(request)) parts[number - 1] = String(request.headers['x-amz-content-sha256']);
    const { hostname, port } = new URL(location.endpoint ?? '');
    const onward = http.request({ hostname, port, ...forwarded(request) }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(bytes);
  };
  const comparing = await startProxy(location, (request, response) => {
    if (request.headers['x-amz-checksum-crc32'] === undefined) return 'pass';
    compare(request, response).catch(() => response.destroy());
    return 'handled';
  });
  return { location: comparing, parts };
};

describe.skipIf(server === null)('with a real S3 service', () => {
  describeObjectStore('a bucket', async () => open(await makeBucket()));

  test('a request that fails twice is retried', async () => {
    let failures = 0;
    const location = await startProxy(await makeBucket(), (request, response) => {
      if (!isPart(request) || failures === 2) return 'pass';
      failures += 1;
      request.resume();
      request.on('end', () => response.writeHead(500).end('<Code>InternalError</Code>'));
      return 'handled';
    });
    const store = open(location);
    expect(await store.write('some-file', megabytes(16))).toEqual({ size: 16 * 1024 * 1024 });
    expect(failures).toBe(2);
  });

  test('a store that keeps failing keeps no part', async () => {
    const location = await makeBucket();
    const failing = await startProxy(location, (request, response) => {
      if (!isPart(request) || !(request.url ?? '').includes('partNumber=2')) return 'pass';
      request.resume();
      request.on('end', () => response.writeHead(500).end('<Code>InternalError</Code>'));
      return 'handled';
    });
    await expect(open(failing).write('some-file', megabytes(30))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    const store = open(location);
    expect(await store.size('some-file')).toBeNull();
    expect(await store.countUnfinished()).toBe(0);
  });

  test('damaged bytes are detected, and sent again', async () => {
    let damaged = 0;
    const location = await startProxy(await makeBucket(), (request) => {
      if (!isPart(request) || damaged === 1) return 'pass';
      damaged += 1;
      return 'flip';
    });
    const store = open(location);
    await store.write('some-file', megabytes(12));
    expect(damaged).toBe(1);
    let sum = 0;
    for await (const chunk of (await store.read('some-file')) ?? []) {
      for (const byte of Buffer.from(chunk)) sum += byte;
    }
    expect(sum).toBe(1024 * 1024 * ((11 * 12) / 2));
  });

  test('a service that compares checksums gets them in place of a signed digest', async () => {
    const { location, parts } = await startComparing(await makeBucket());
    const store = open(location);
    expect(await store.write('some-file', megabytes(12))).toEqual({ size: 12 * 1024 * 1024 });
    expect(parts).toEqual(['UNSIGNED-PAYLOAD', 'UNSIGNED-PAYLOAD', 'UNSIGNED-PAYLOAD']);
    const stored = await buffer((await store.read('some-file')) ?? Readable.from([]));
    expect(stored.equals(await buffer(megabytes(12)))).toBe(true);
    expect(await store.countUnfinished()).toBe(0);
  });

  test('its rejection of damaged bytes causes them to be sent again', async () => {
    const { location, parts } = await startComparing(await makeBucket(), 2);
    const store = open(location);
    await store.write('some-file', megabytes(12));
    expect(parts).toHaveLength(3);
    const stored = await buffer((await store.read('some-file')) ?? Readable.from([]));
    expect(stored.equals(await buffer(megabytes(12)))).toBe(true);
  });

  test.for(['x-amz-checksum-algorithm', 'x-amz-checksum-crc32'])(
    'a service that has no %s is probed once, and gets signed digests',
    async (header) => {
      let rejected = 0;
      const location = await startProxy(await makeBucket(), (request, response) => {
        if (request.headers[header] === undefined) return 'pass';
        rejected += 1;
        request.resume();
        request.on('end', () => response.writeHead(501).end('<Code>NotImplemented</Code>'));
        return 'handled';
      });
      const store = open(location);
      for (const key of ['one', 'two']) await store.write(key, megabytes(6));
      expect(rejected).toBe(1);
      expect(await store.size('two')).toBe(6 * 1024 * 1024);
      expect(await store.countUnfinished()).toBe(0);
    },
  );

  test('the probe leaves nothing in the service', async () => {
    const store = open(await makeBucket());
    await store.write('some-file', megabytes(1));
    expect(await store.countUnfinished()).toBe(0);
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    expect(keys).toEqual(['some-file']);
  });

  test('a store that is down is unavailable, in every respect', async () => {
    const store = open({ ...(await makeBucket()), endpoint: 'http://127.0.0.1:9' });
    const unavailable = { reason: 'unavailable' };
    await expect(store.write('some-file', megabytes(1))).rejects.toMatchObject(unavailable);
    await expect(store.read('some-file')).rejects.toMatchObject(unavailable);
    await expect(store.size('some-file')).rejects.toMatchObject(unavailable);
    await expect(store.remove(['some-file'])).rejects.toMatchObject(unavailable);
    expect((await store.health()).status).toBe('error');
  });

  test('a sweep aborts what a crash left', async () => {
    const location = await makeBucket();
    const store = open(location);
    const hanging = await startProxy(location, (request) => {
      if (request.method === 'DELETE' && !(request.url ?? '').includes(PROBE_KEY)) {
        // The process dies before it can clean up.
        request.socket.destroy();
        return 'handled';
      }
      return 'pass';
    });
    const broken = new Error('crash');
    const content = Readable.from(
      (async function* generate() {
        yield* megabytes(12);
        throw broken;
      })(),
      { objectMode: false },
    );
    await expect(open(hanging).write('some-file', content)).rejects.toBe(broken);
    expect(await store.countUnfinished()).toBe(1);
    expect(await store.sweep(Date.now() - 3_600_000)).toBe(0);
    expect(await store.sweep(Date.now() + 60_000)).toBe(1);
    expect(await store.countUnfinished()).toBe(0);
  });

  test('a link gives its holder the object, with its name and type, and no other', async () => {
    const store = open(await makeBucket());
    await store.write('some-file', Readable.from([Buffer.from('content')]));
    const link = await store.link('some-file', {
      mediaType: 'text/plain',
      disposition: 'attachment; filename="a.txt"',
      lifetime: 60,
    });
    const response = await fetch(link ?? '', { headers: { Range: 'bytes=0-3' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('cont');
    const tampered = await fetch((link ?? '').replace('text%2Fplain', 'text%2Fhtml'));
    expect(tampered.status).toBe(403);
  });
});
