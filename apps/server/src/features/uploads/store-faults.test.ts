import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadRefusalSchema } from '@izgodno/contract/uploads/multipart';
import { ObjectStoreError, type ObjectStore } from '#platform/object-store/object-store.ts';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';

/** What the store does with the next file: takes it, or breaks in the middle of it. */
let fault: ObjectStoreError | null = null;

const breaking = (store: ObjectStore): ObjectStore => ({
  ...store,
  async write(key, content, options) {
    if (fault === null) return store.write(key, content, options);
    const abort = new AbortController();
    let bytes = 0;
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 1_000_000) abort.abort(fault);
    });
    return store.write(key, content, { ...options, signal: abort.signal });
  },
});

const uploads = provideUploadApp({
  storage: (storage) => ({ ...storage, store: breaking(storage.store) }),
});
let person: Uploader;
beforeAll(async () => {
  person = await uploads.current.signUp();
});
beforeEach(() => {
  fault = null;
});

const send = () =>
  uploads.current.post(
    person,
    formOf(fieldsOf(person), new File([new Uint8Array(randomBytes(5_000_000))], 'a.bin')),
  );

describe('a store that breaks in the middle of a file', () => {
  test.for([
    ['full', 507, 'storage_full'],
    ['unavailable', 503, 'storage_unavailable'],
    ['corrupted', 503, 'storage_unavailable'],
  ] as const)(
    'because it is %s is told of as %i, and leaves nothing',
    async ([kind, status, code]) => {
      fault = new ObjectStoreError(kind, 'as the test wants it');
      const response = await send();
      expect(response.status).toBe(status);
      expect(uploadRefusalSchema.parse(await response.json())).toMatchObject({
        error: 'StorJ upload failed',
        type: 'upload_error',
        details: { code },
      });
      expect(await uploads.current.countAll()).toEqual({ rows: 0, objects: 0, unfinished: 0 });
    },
  );
});

test('what a crash left of an upload goes once its lease has ended', async () => {
  const { database, storage, jobs } = uploads.current;
  expect((await send()).status).toBe(200);
  // As the process would leave it between the last byte and the answer.
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
