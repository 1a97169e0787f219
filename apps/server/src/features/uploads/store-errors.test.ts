import http from 'node:http';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import {
  CHUNKED_UPLOAD_PATH,
  uploadResponseSchema,
  uploadRejectionSchema,
} from '@izgodno/contract/uploads/multipart';
import { ObjectStoreError, type ObjectStore } from '#platform/object-store/object-store.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { allKeys, cleanKey, findFile, type FileRow } from './file-repository.ts';
import { processFileJob } from './processing/process-file.ts';
import { unknownBytes } from '#test/unknown-bytes.ts';

/** How the store treats the next file: accepts it, or fails in the middle of it. */
let error: ObjectStoreError | null = null;
/** Until when the store accepts nothing. */
let ready: Promise<void> = Promise.resolve();

const breaking = (store: ObjectStore): ObjectStore => ({
  ...store,
  async write(key, content, options) {
    await ready;
    if (error === null) return store.write(key, content, options);
    const abort = new AbortController();
    let bytes = 0;
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 1_000_000) abort.abort(error);
    });
    return store.write(key, content, { ...options, signal: abort.signal });
  },
});

const uploads = provideUploadApp({
  storage: (storage) => ({ ...storage, store: breaking(storage.store) }),
});
let user: Uploader;
beforeAll(async () => {
  user = await uploads.current.signUp();
});
beforeEach(() => {
  error = null;
  ready = Promise.resolve();
});

const send = () =>
  uploads.current.post(
    user,
    formOf(fieldsOf(user), new File([new Uint8Array(unknownBytes(5_000_000))], 'a.bin')),
  );

describe('a store that fails in the middle of a file', () => {
  test.for([
    ['full', 507, 'storage_full'],
    ['unavailable', 503, 'storage_unavailable'],
    ['corrupted', 503, 'storage_unavailable'],
  ] as const)(
    'because it is %s responds with %i, and leaves nothing',
    async ([kind, status, code]) => {
      error = new ObjectStoreError(kind, 'as the test wants it');
      const response = await send();
      expect(response.status).toBe(status);
      expect(uploadRejectionSchema.parse(await response.json())).toMatchObject({
        error: 'StorJ upload failed',
        type: 'upload_error',
        details: { code },
      });
      expect(await uploads.current.countAll()).toEqual({ rows: 0, objects: 0, unfinished: 0 });
    },
  );
});

test('a slow store blocks its sender, and stores the file when it can', async () => {
  const held = Promise.withResolvers<void>();
  ready = held.promise;
  const MEBIBYTE = 1024 * 1024;
  const size = 96 * MEBIBYTE;
  const path = new URL(CHUNKED_UPLOAD_PATH, uploads.current.url);
  const boundary = 'slow-store';
  const fields = Object.entries(fieldsOf(user)).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  let sent = 0;
  const body = function* body() {
    yield Buffer.from(
      `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
    );
    for (; sent < size; sent += MEBIBYTE) yield Buffer.alloc(MEBIBYTE, 1);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  };
  const request = http.request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const status = new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => resolve(response.resume().statusCode));
  });
  Readable.from(body(), { objectMode: false }).pipe(request);

  // Blocked means that the same figure is read twice in a row.
  let before = -1;
  await vi.waitFor(
    () => {
      const now = sent;
      const same = now > 0 && now === before;
      before = now;
      expect(same).toBe(true);
    },
    { interval: 300, timeout: 30_000 },
  );
  // The buffers of the sockets and a few megabytes, never the whole file.
  expect(sent).toBeLessThan(32 * MEBIBYTE);
  held.resolve();
  expect(await status).toBe(200);
  const [row] = await uploads.current.database.database
    .deleteFrom('files')
    .returning(['id', 'size'])
    .execute();
  expect(row?.size).toBe(size);
  await uploads.current.storage.store.remove([row?.id ?? 'none']);
});

test('an upload interrupted by a crash is removed once its lease has ended', async () => {
  const { database, storage, jobs } = uploads.current;
  expect((await send()).status).toBe(200);
  // As the process would leave it between the last byte and the response.
  await database.database
    .updateTable('files')
    .set({ status: 'receiving', expires_at: new Date(uploads.current.time + 60_000) })
    .execute();
  await jobs.fire('files.sweep');
  expect((await uploads.current.countAll()).rows).toBe(1);
  uploads.current.time += 61_000;
  await jobs.fire('files.sweep');
  expect(await uploads.current.countAll()).toEqual({ rows: 0, objects: 0, unfinished: 0 });
  expect(await storage.store.countUnfinished()).toBe(0);
});

test('a file that cannot be removed leaves no other one behind', async () => {
  const { database, storage, jobs } = uploads.current;
  for (let at = 0; at < 3; at += 1) expect((await send()).status).toBe(200);
  await database.database
    .updateTable('files')
    .set({ status: 'receiving', expires_at: new Date(uploads.current.time) })
    .execute();
  const unavailable = new ObjectStoreError('unavailable', 'The file cannot be removed.');
  vi.spyOn(storage.store, 'remove').mockRejectedValueOnce(unavailable);
  await expect(jobs.fire('files.sweep')).rejects.toThrow(unavailable);
  expect((await uploads.current.countAll()).rows).toBe(1);
  await jobs.fire('files.sweep');
  expect(await uploads.current.countAll()).toEqual({ rows: 0, objects: 0, unfinished: 0 });
});

test('a store that is away ends the sweep, and the next one removes everything', async () => {
  const { database, storage, jobs, time } = uploads.current;
  const at = new Date(time);
  const file = {
    owner_id: user.id,
    status: 'receiving',
    method: 'generic',
    original_name: 'a.bin',
    name: 'a.bin',
    media_type: 'application/octet-stream',
    kind: 'other',
    size: 1,
    created_at: at,
    expires_at: at,
  } as const;
  const ids = Array.from({ length: 201 }, () => createUuidV7(time));
  await database.database
    .insertInto('files')
    .values(ids.map((id) => Object.assign({ id, object_key: id }, file)))
    .execute();
  const unavailable = new ObjectStoreError('unavailable', 'The store is away.');
  const remove = vi.spyOn(storage.store, 'remove').mockRejectedValue(unavailable);
  await expect(jobs.fire('files.sweep')).rejects.toThrow(unavailable);
  expect(remove).toHaveBeenCalledTimes(20);
  remove.mockRestore();
  const sweep = vi.spyOn(storage.store, 'sweep');
  await jobs.fire('files.sweep');
  expect((await uploads.current.countAll()).rows).toBe(0);
  // Objects without a row may belong to an upload that is under way.
  expect(sweep.mock.calls).toEqual([[time - RESUMABLE_LIFETIME_MS - DAY_MS]]);
  sweep.mockRestore();
});

const uploadImage = async (): Promise<string> => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });
  const response = await uploads.current.post(user, formOf(fieldsOf(user), file));
  return uploadResponseSchema.parse(await response.json()).fileId;
};
const put = (status: FileRow['status'], id: string, key: string) =>
  uploads.current.database.database
    .updateTable('files')
    .set({ status, object_key: key })
    .where('id', '=', id)
    .execute();
const statusOf = async (id: string) =>
  (await findFile(uploads.current.database.database, id))?.status;
const keysOf = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of uploads.current.storage.store.keys()) keys.push(key);
  return keys.toSorted();
};
const keepRaw = async (id: string): Promise<void> => {
  const clean = await uploads.current.storage.store.read(cleanKey(id));
  if (clean !== null) await uploads.current.storage.store.write(id, clean);
};

describe('an image', () => {
  test('whose processing was lost in a crash is processed by the sweep', async () => {
    const { jobs } = uploads.current;
    const id = await uploadImage();
    await keepRaw(id);
    await put('processing', id, id);
    await jobs.fire('files.sweep');
    expect(await statusOf(id)).toBe('processing');
    uploads.current.time += 16 * 60_000;
    await jobs.fire('files.sweep');
    expect(await statusOf(id)).toBe('ready');
    expect(await keysOf()).toEqual([`${id}.clean`, `${id}.small.avif`, `${id}.small.webp`]);
  });

  test('is processed also while the store cannot be swept', async () => {
    const { jobs, storage } = uploads.current;
    const id = await uploadImage();
    await keepRaw(id);
    await put('processing', id, id);
    uploads.current.time += 16 * 60_000;
    const unavailable = new ObjectStoreError('unavailable', 'The folder of files cannot be read.');
    vi.spyOn(storage.store, 'sweep').mockRejectedValueOnce(unavailable);
    await expect(jobs.fire('files.sweep')).rejects.toThrow(unavailable);
    expect(await statusOf(id)).toBe('ready');
  });

  test.for(['ready', 'refused'] as const)(
    'that was %s during a crash leaves nothing behind',
    async (status) => {
      const id = await uploadImage();
      await keepRaw(id);
      await put(status, id, status === 'ready' ? cleanKey(id) : id);
      await uploads.current.jobs.enqueue(processFileJob, { id });
      const left = (await keysOf()).filter((key) => key.startsWith(id));
      expect(left).toEqual(
        status === 'refused' ? [] : [`${id}.clean`, `${id}.small.avif`, `${id}.small.webp`],
      );
    },
  );
});

test('an image that another run has made ready stays, whatever a slower run reads', async () => {
  const { storage, jobs } = uploads.current;
  const id = await uploadImage();
  await put('processing', id, cleanKey(id));
  vi.spyOn(storage.store, 'read').mockImplementationOnce(async () => {
    await put('ready', id, cleanKey(id));
    return Readable.from([Buffer.from('no image')]);
  });
  await jobs.enqueue(processFileJob, { id });
  expect(await statusOf(id)).toBe('ready');
  expect(await storage.store.size(cleanKey(id))).toBeGreaterThan(0);
});

describe('a file restored from a backup that was made during its processing', () => {
  test('is ready if the backup has its clean image', async () => {
    const { database, storage, jobs } = uploads.current;
    const id = await uploadImage();
    const before = await findFile(database.database, id);
    const size = await storage.store.size(cleanKey(id));
    await database.database
      .updateTable('files')
      .set({ status: 'processing', object_key: id, width: null, height: null })
      .where('id', '=', id)
      .execute();
    await jobs.enqueue(processFileJob, { id });
    expect(await findFile(database.database, id)).toMatchObject({
      status: 'ready',
      object_key: cleanKey(id),
      size,
      width: before?.width,
      height: before?.height,
    });
    expect((await keysOf()).filter((key) => key.startsWith(id))).toEqual([
      `${id}.clean`,
      `${id}.small.avif`,
      `${id}.small.webp`,
    ]);
    expect(await storage.store.size(cleanKey(id))).toBe(size);
  });

  test('is refused if none of its bytes is there', async () => {
    const { storage, jobs } = uploads.current;
    const id = await uploadImage();
    await storage.store.remove(allKeys(id));
    await put('processing', id, id);
    await jobs.enqueue(processFileJob, { id });
    expect(await statusOf(id)).toBe('refused');
  });

  test('waits for a store that does not answer', async () => {
    const { storage, jobs } = uploads.current;
    const id = await uploadImage();
    await storage.store.remove(allKeys(id));
    await put('processing', id, id);
    // A disk that is not mounted has no file either.
    vi.spyOn(storage.store, 'health').mockResolvedValueOnce({ status: 'error', detail: 'away' });
    await expect(jobs.enqueue(processFileJob, { id })).rejects.toThrow('The object is missing.');
    expect(await statusOf(id)).toBe('processing');
    await storage.store.remove(allKeys(id));
  });
});

test('an error after a file is complete keeps the file, which a repetition returns', async () => {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const fields = fieldsOf(user);
  const sendImage = () =>
    uploads.current.post(user, formOf(fields, new File([new Uint8Array(image)], 'a.png')));
  const enqueuing = vi.spyOn(uploads.current.jobs, 'enqueue');
  enqueuing.mockRejectedValueOnce(new Error('Connection terminated unexpectedly'));
  expect((await sendImage()).ok).toBe(false);
  enqueuing.mockRestore();
  const repeated = await sendImage();
  const { fileId } = uploadResponseSchema.parse(await repeated.json());
  const file = await findFile(uploads.current.database.database, fileId);
  expect(file?.status).toBe('processing');
  await uploads.current.jobs.enqueue(processFileJob, { id: fileId });
  expect((await findFile(uploads.current.database.database, fileId))?.status).toBe('ready');
});
