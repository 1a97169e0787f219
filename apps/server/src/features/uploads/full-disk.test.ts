import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { RESUMABLE_UPLOAD_PATH, uploadRejectionSchema } from '@izgodno/contract/uploads/multipart';
import { createFolderStore } from '#platform/object-store/folder-store.ts';
import { createResumableFolder } from '#platform/object-store/resumable-store.ts';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { uploadMetadata } from '#test/upload-metadata.ts';

const MEBIBYTE = 1024 * 1024;
/** What the store leaves to the database. */
const RESERVED = 256 * MEBIBYTE;

/** Free bytes of the disk at each question, the last one for all later ones. */
let free: number[] = [];
const freeBytes = () => Promise.resolve((free.length > 1 ? free.shift() : free[0]) ?? Infinity);

const folder = path.join(tmpdir(), `izgodno-full-disk-${crypto.randomUUID()}`);
const uploads = provideUploadApp({
  storage: (storage) => {
    const store = createFolderStore({ folder, freeBytes });
    const resumable = createResumableFolder(folder, store, RESUMABLE_LIFETIME_MS);
    return { ...storage, store, resumable };
  },
});
afterAll(() => rm(folder, { recursive: true, force: true }));
let user: Uploader;
beforeAll(async () => {
  user = await uploads.current.signUp();
});
beforeEach(() => {
  free = [];
});

const send = (
  method: string,
  to: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null = null,
): Promise<Response> =>
  fetch(new URL(to, uploads.current.url), {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0', ...headers },
    body,
  });

const create = (length: number): Promise<Response> =>
  send('POST', RESUMABLE_UPLOAD_PATH, {
    'upload-length': String(length),
    'upload-metadata': uploadMetadata({ ...fieldsOf(user), filename: 'a.bin' }),
  });

const patch = (to: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
  send(
    'PATCH',
    to,
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    bytes,
  );

const expectFull = async (response: Response): Promise<void> => {
  expect(response.status).toBe(507);
  const { details } = uploadRejectionSchema.parse(await response.json());
  expect(details.code).toBe('storage_full');
};

test('a resumable upload does not begin on a disk without room for all of it', async () => {
  free = [RESERVED + MEBIBYTE];
  await expectFull(await create(2 * MEBIBYTE));
  // It is removed after its response.
  await expect
    .poll(() => uploads.current.countAll())
    .toEqual({ rows: 0, objects: 0, unfinished: 0 });
});

test('a resumable upload does not continue on a disk without room for the rest', async () => {
  const location = (await create(2 * MEBIBYTE)).headers.get('location') ?? '';
  free = [RESERVED + MEBIBYTE];
  await expectFull(await patch(location, new Uint8Array(2 * MEBIBYTE)));
  free = [];
  expect((await send('HEAD', location, {})).headers.get('upload-offset')).toBe('0');
  expect((await patch(location, new Uint8Array(2 * MEBIBYTE))).status).toBe(204);
});

test('a resumable upload stops once others have taken the room', async () => {
  const size = 24 * MEBIBYTE;
  const location = (await create(size)).headers.get('location') ?? '';
  free = [RESERVED + size, RESERVED];
  await expectFull(await patch(location, new Uint8Array(size)));
  free = [];
  const state = await send('HEAD', location, {});
  expect(Number(state.headers.get('upload-offset'))).toBeLessThan(size);
  expect((await send('DELETE', location, {})).status).toBe(204);
});

test('a form of unknown size stops once the disk has no room', async () => {
  const before = await uploads.current.countAll();
  free = [RESERVED + 64 * MEBIBYTE, RESERVED + 64 * MEBIBYTE, RESERVED];
  const file = new File([new Uint8Array(24 * MEBIBYTE)], 'a.bin');
  await expectFull(await uploads.current.post(user, formOf(fieldsOf(user), file)));
  expect(await uploads.current.countAll()).toEqual(before);
});
