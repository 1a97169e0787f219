import net from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_UNFINISHED_UPLOADS } from '@izgodno/contract/uploads/limits';
import { RESUMABLE_UPLOAD_PATH, uploadRejectionSchema } from '@izgodno/contract/uploads/multipart';
import { ObjectStoreError, type ObjectStore } from '#platform/object-store/object-store.ts';
import { asStoreError } from '#platform/object-store/s3-errors.ts';
import { unknownBytes } from '#test/unknown-bytes.ts';
import { fieldsOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { uploadMetadata } from '#test/upload-metadata.ts';

/** Whether the store can be read. */
let readable = true;
beforeEach(() => {
  readable = true;
  reachable = true;
});
const failing = (store: ObjectStore): ObjectStore => ({
  ...store,
  read: (key, range) =>
    readable
      ? store.read(key, range)
      : Promise.reject(new ObjectStoreError('unavailable', 'as the test wants it')),
});

/** Whether the store of unfinished uploads responds. */
let reachable = true;
const STORE_HOST = '10.1.2.3:7480';
const breaking = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        if (!reachable && ['create', 'write', 'getUpload'].includes(String(name)))
          throw Object.assign(new Error(`connect ECONNREFUSED ${STORE_HOST}`), {
            code: 'ECONNREFUSED',
          });
        return Reflect.apply(value, target, given);
      };
    },
  });

const uploads = provideUploadApp({
  environment: { UPLOAD_MAX_FILE_SIZE: '8MB' },
  storage: (storage) => ({
    ...storage,
    store: failing(storage.store),
    resumable: {
      ...storage.resumable,
      datastore: breaking(storage.resumable.datastore),
      asStoreError,
      remove: (id) =>
        reachable
          ? storage.resumable.remove(id)
          : Promise.reject(new ObjectStoreError('unavailable', 'as the test wants it')),
    },
  }),
});
let owner: Uploader;
let stranger: Uploader;
beforeAll(async () => {
  owner = await uploads.current.signUp();
  stranger = await uploads.current.signUp();
});

const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null = null,
  user = owner,
): Promise<Response> =>
  fetch(new URL(path, uploads.current.url), {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0', ...headers },
    body,
  });

const create = (
  length: number,
  given: Record<string, string> = {},
  user = owner,
  bytes: Buffer<ArrayBuffer> | null = null,
): Promise<Response> =>
  send(
    'POST',
    RESUMABLE_UPLOAD_PATH,
    {
      ...(bytes === null ? {} : { 'content-type': 'application/offset+octet-stream' }),
      'upload-length': String(length),
      'upload-metadata': uploadMetadata({
        ...fieldsOf(user),
        filename: 'Запис.bin',
        filetype: 'application/octet-stream',
        ...given,
      }),
    },
    bytes,
    user,
  );

const locationOf = (response: Response): string => {
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
};

const patch = (path: string, offset: number, bytes: Buffer, user = owner): Promise<Response> =>
  send(
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    new Uint8Array(bytes),
    user,
  );

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

describe('a resumable upload', () => {
  test('arrives in pieces and is a file once the last one has arrived', async () => {
    const bytes = unknownBytes(3_000_000);
    const path = locationOf(await create(bytes.length));
    expect(path).toMatch(/^\/api\/uploads\/resumable\/[0-9a-f-]{36}$/);
    expect((await patch(path, 0, bytes.subarray(0, 1_000_000))).status).toBe(204);
    const state = await send('HEAD', path, {});
    expect(state.headers.get('upload-offset')).toBe('1000000');
    expect((await patch(path, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204);

    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    // The response to the last piece may be lost; the next HEAD finds everything stored.
    const after = await send('HEAD', path, {});
    expect(after.headers.get('upload-offset')).toBe(after.headers.get('upload-length'));
    expect((await patch(path, 0, bytes)).status).toBe(409);
  });

  test.each([
    ['its first bytes', 'hel', '3'],
    ['all of its bytes', 'hello', '5'],
  ])('may begin with %s', async (_, first, offset) => {
    const created = await create(5, { uploadId: `begun-${offset}` }, owner, Buffer.from(first));
    expect(created.headers.get('upload-offset')).toBe(offset);
    const path = locationOf(created);
    if (first.length < 5) await patch(path, first.length, Buffer.from('hello'.slice(first.length)));
    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(await response.text()).toBe('hello');
  });

  test('begun again after its end leads to the existing file', async () => {
    const uploadId = 'upload_message-1_0';
    const path = locationOf(await create(5, { uploadId }));
    expect((await patch(path, 0, Buffer.from('hello'))).status).toBe(204);
    const again = locationOf(await create(5, { uploadId }));
    expect(again).toBe(path);
    const state = await send('HEAD', again, {});
    expect(state.headers.get('upload-offset')).toBe('5');
    expect((await create(6, { uploadId })).status).toBe(409);
  });

  test('resumes after the bytes that arrived before the connection closed', async () => {
    const bytes = unknownBytes(4_000_000);
    const path = locationOf(await create(bytes.length));
    const socket = net.connect(Number(new URL(uploads.current.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nTus-Resumable: 1.0.0\r\n` +
        `Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 2_000_000));
    const offset = async () => Number((await send('HEAD', path, {})).headers.get('upload-offset'));
    const { datastore } = uploads.current.storage.resumable;
    await expect
      .poll(async () => (await datastore.getUpload(idOf(path))).offset)
      .toBeGreaterThan(1_000_000);
    socket.destroy();
    const stored = await offset();
    expect(stored).toBeGreaterThan(1_000_000);
    await expect
      .poll(async () => (await patch(path, await offset(), bytes.subarray(await offset()))).status)
      .toBe(204);
    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('interrupted by a crash after the last byte becomes a file at the next HEAD', async () => {
    const bytes = unknownBytes(50_000);
    const path = locationOf(await create(bytes.length));
    const { datastore } = uploads.current.storage.resumable;
    await datastore.write(Readable.from([bytes]), idOf(path), 0);
    const state = await send('HEAD', path, {});
    expect(state.headers.get('upload-offset')).toBe('50000');
    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('whose end the store rejects is logged, keeps its bytes, and becomes a file later', async () => {
    const warn = vi.spyOn(uploads.current.app.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    const bytes = unknownBytes(50_000);
    const path = locationOf(await create(bytes.length));
    readable = false;
    const rejected = await patch(path, 0, bytes);
    expect(rejected.status).toBe(503);
    expect(uploadRejectionSchema.parse(await rejected.json()).error).toBe('StorJ upload failed');
    const err = expect.objectContaining({ message: 'as the test wants it' });
    expect(warn.mock.calls).toEqual([[expect.objectContaining({ err }), 'upload failed']]);
    readable = true;
    expect((await send('HEAD', path, {})).headers.get('upload-offset')).toBe('50000');
    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('requested concurrently at its end becomes one file', async () => {
    const bytes = unknownBytes(50_000);
    const path = locationOf(await create(bytes.length));
    const { datastore } = uploads.current.storage.resumable;
    await datastore.write(Readable.from([bytes]), idOf(path), 0);
    const responses = await Promise.all(Array.from({ length: 8 }, () => send('HEAD', path, {})));
    expect(responses.map(({ headers }) => headers.get('upload-offset'))).toEqual(
      responses.map(() => '50000'),
    );
    const response = await fetch(`${uploads.current.url}/api/files/${idOf(path)}`, {
      headers: { cookie: owner.cookies },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is rejected before it begins if it would be afterwards', async () => {
    const rejections = [
      [await create(9_000_000), 413],
      [await create(0), 400],
      [await create(10, { channelId: 'other' }), 403],
      [await create(10, { userId: stranger.id }), 403],
      [await create(10, { messageId: '' }), 400],
      [await create(10, { voice: '{"durationMs":1,"peaks":{"length":{"toString":1}}}' }), 400],
    ] as const;
    for (const [response, status] of rejections) expect(response.status).toBe(status);
    const { error } = uploadRejectionSchema.parse(await rejections[0][0].json());
    expect(error).toBe('Server rejected file: 8.58 MB exceeds 8 MB');
  });

  test('is not found for others', async () => {
    const path = locationOf(await create(10));
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      expect((await send(method, path, {}, null, stranger)).status).toBe(404);
    }
  });

  test.for(['?x=/', '?', '%3Fx=/'])(
    'is not written by a request for another one that names it after %j',
    async (between) => {
      const victim = locationOf(await create(10));
      const own = locationOf(await create(10, {}, stranger));
      const path = `${own}${between}${idOf(victim)}`;
      const { status } = await patch(path, 0, Buffer.from('bytes'), stranger);
      expect([204, 404]).toContain(status);
      const { datastore } = uploads.current.storage.resumable;
      expect((await datastore.getUpload(idOf(victim))).offset).toBe(0);
      expect((await datastore.getUpload(idOf(own))).offset).toBe(status === 204 ? 5 : 0);
      const state = await send('HEAD', `${own}?x=/${idOf(victim)}`, {}, null, stranger);
      expect(state.headers.get('upload-offset')).toBe(status === 204 ? '5' : '0');
    },
  );

  test('of a rejected type leaves nothing', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(1000)]);
    const path = locationOf(await create(program.length));
    const response = await patch(path, 0, program);
    expect(response.status).toBe(415);
    expect(uploadRejectionSchema.parse(await response.json()).details.code).toBe(
      'file_type_refused',
    );
    expect((await send('HEAD', path, {})).status).toBe(404);
    expect(await uploads.current.storage.store.size(idOf(path))).toBeNull();
  });

  test('that is cancelled is removed, and so is one inactive for too long', async () => {
    const cancelled = locationOf(await create(10));
    expect((await send('DELETE', cancelled, {})).status).toBe(204);
    expect((await send('HEAD', cancelled, {})).status).toBe(404);

    const resting = locationOf(await create(10));
    uploads.current.time += 8 * 24 * 3_600_000;
    await uploads.current.jobs.fire('files.sweep');
    uploads.current.time -= 8 * 24 * 3_600_000;
    expect((await send('HEAD', resting, {})).status).toBe(404);
    const { datastore } = uploads.current.storage.resumable;
    await expect(datastore.getUpload(idOf(resting))).rejects.toBeDefined();
  });
});

test('a user may begin only a limited number of unfinished ones', async () => {
  const begun: string[] = [];
  let response = await create(5, { uploadId: 'upload_message-9_0' });
  // Earlier tests have left some unfinished.
  while (response.status === 201 && begun.length < MAX_UNFINISHED_UPLOADS) {
    begun.push(locationOf(response));
    response = await create(5, { uploadId: `upload_message-9_${begun.length}` });
  }
  expect(response.status).toBe(409);
  expect(uploadRejectionSchema.parse(await response.json()).details.code).toBe('limit_reached');
  for (const path of begun) await send('DELETE', path, {});
  locationOf(await create(5, { uploadId: 'upload_message-9_x' }));
});

const expectAway = async (response: Response): Promise<void> => {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  const body = await response.text();
  expect(body).not.toContain(STORE_HOST);
  expect(uploadRejectionSchema.parse(JSON.parse(body))).toMatchObject({
    details: { code: 'storage_unavailable' },
  });
};

describe('while the store is away', () => {
  test('no upload begins, and none is left over', async () => {
    const before = await uploads.current.countAll();
    reachable = false;
    const uploadId = `upload_message-1_${crypto.randomUUID()}`;
    await expectAway(await create(10, { uploadId }));
    reachable = true;
    // The sender has its response before.
    await expect.poll(() => uploads.current.countAll()).toEqual(before);
    const location = locationOf(await create(10, { uploadId }));
    expect((await patch(location, 0, unknownBytes(10))).status).toBe(204);
  });

  test('an upload waits, and continues where it was', async () => {
    const location = locationOf(await create(2_000));
    const bytes = unknownBytes(2_000);
    expect((await patch(location, 0, bytes.subarray(0, 1_000))).status).toBe(204);
    reachable = false;
    await expectAway(await patch(location, 1_000, bytes.subarray(1_000)));
    expect((await send('HEAD', location, {})).status).toBe(503);
    reachable = true;
    expect((await send('HEAD', location, {})).headers.get('upload-offset')).toBe('1000');
    expect((await patch(location, 1_000, bytes.subarray(1_000))).status).toBe(204);
  });
});
