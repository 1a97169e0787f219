import { describe, expect, test, vi } from 'vitest';
import type { StoredUpload } from '#core/uploads/engine/ports.ts';
import { createUploadStore } from './upload-store.ts';

const upload = (
  id: string,
  userId = 'user',
  file = new Blob(['hello'], { type: 'text/plain' }),
): StoredUpload => ({
  facts: {
    id,
    placeholderId: id,
    batchId: 'batch',
    index: 0,
    userId,
    channelId: 'channel',
    messageId: 'm',
    fileName: 'a.txt',
    fileSize: file.size,
    mimeType: 'text/plain',
    chunkSize: 100,
    resumable: true,
  },
  file,
  voice: null,
  resumeUrl: null,
  confirmedBytes: 0,
  paused: false,
  answer: null,
  serverMessageId: null,
});

/** Every test has its own names, because a claim lasts as long as the page. */
const unique = (): string => crypto.randomUUID();

/** Rejects files, as WebKit does in private windows. */
const rejectFiles = (): void => {
  const put = Reflect.get(IDBObjectStore.prototype, 'put');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (!(given[0] instanceof Blob)) return put.apply(this, given);
    // The request fails, and its transaction with it.
    put.call(this, 'taken', 'taken');
    return this.add('taken', 'taken');
  });
};

test('a waiting file is stored with all its bytes and its later state', async () => {
  const [name, id] = [unique(), unique()];
  const keep = createUploadStore(name);
  expect(await keep.put(upload(id))).toBe(true);
  await keep.update(id, { resumeUrl: '/resume/1', paused: true });
  await keep.update('unknown', { paused: true });
  // Another page must not send it too.
  expect(await createUploadStore(name).claim('user')).toEqual([]);
  const [found, ...others] = await keep.claim('user');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ ...upload(id), file: {}, resumeUrl: '/resume/1', paused: true });
  expect(await found?.file?.text()).toBe('hello');
  expect(await keep.claim('somebody else')).toEqual([]);
});

test('a released upload can be claimed by another page', async () => {
  const [name, id] = [unique(), unique()];
  const keep = createUploadStore(name);
  expect(await keep.put(upload(id))).toBe(true);
  await keep.remove(id);
  expect(await keep.claim('user')).toEqual([]);
  await expect.poll(() => createUploadStore(name).put(upload(id))).toBe(true);
});

test('an upload that no page works on is claimed once', async () => {
  const [name, id] = [unique(), unique()];
  const keep = createUploadStore(name);
  const frame = document.createElement('iframe');
  document.body.append(frame);
  // A closed page releases its claims.
  const other = frame.contentWindow;
  if (other === null) throw new Error('No frame');
  const held = Promise.withResolvers<void>();
  void other.navigator.locks.request(`upload-${id}`, async () => {
    held.resolve();
    await new Promise(() => {});
  });
  await held.promise;
  expect(await keep.put(upload(id))).toBe(false);
  frame.remove();
  await expect.poll(() => keep.put(upload(id))).toBe(true);
});

test('an upload that another page finishes while it is claimed is not sent again', async () => {
  const [name, id] = [unique(), unique()];
  const [other, keep] = [createUploadStore(name), createUploadStore(name)];
  expect(await other.put(upload(id))).toBe(true);
  const request = navigator.locks.request.bind(navigator.locks);
  vi.spyOn(navigator.locks, 'request').mockImplementationOnce(
    async (lock: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
      await other.remove(id);
      return request(lock, options, use);
    },
  );
  expect(await keep.claim('user')).toEqual([]);
});

test('of a file without room the next page learns that it existed', async () => {
  const [name, id] = [unique(), unique()];
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 10, usage: 9 });
  const keep = createUploadStore(name);
  expect(await keep.put(upload(id))).toBe(false);
  expect(await keep.claim('user')).toMatchObject([{ facts: { id }, file: null }]);
});

describe('in a browser that stores bytes but no files', () => {
  test('a waiting file is stored with all its bytes, and removed with them', async () => {
    const [name, id] = [unique(), unique()];
    rejectFiles();
    const keep = createUploadStore(name);
    // More than one part.
    const file = new Blob([new Uint8Array(5 * 1024 ** 2).fill(7), 'the end']);
    expect(await keep.put(upload(id, 'user', file))).toBe(true);
    const [found] = await keep.claim('user');
    expect(await found?.file?.arrayBuffer()).toEqual(await file.arrayBuffer());
    await keep.remove(id);
    // The entry alone is there again, because nothing fits any more.
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 10, usage: 9 });
    await keep.put(upload(id, 'user', file));
    expect(await keep.claim('user')).toMatchObject([{ facts: { id }, file: null }]);
  });

  test('of a file that is too large, or not stored to its end, the next page learns that it existed', async () => {
    const [name, large, broken] = [unique(), unique(), unique()];
    rejectFiles();
    const keep = createUploadStore(name);
    const unreadable = new Blob([new Uint8Array(5 * 1024 ** 2)]);
    const slice = unreadable.slice.bind(unreadable);
    vi.spyOn(unreadable, 'slice')
      .mockImplementationOnce(slice)
      .mockImplementationOnce(() => {
        throw new Error('The file is gone');
      });
    expect(await keep.put(upload(broken, 'user', unreadable))).toBe(false);
    expect(keep.limit()).toBe(64 * 1024 ** 2);
    const file = new Blob([new Uint8Array(keep.limit())]);
    expect(await keep.put(upload(large, 'user', file))).toBe(false);
    const found = await keep.claim('user');
    expect(new Map(found.map((left) => [left.facts.id, left.file]))).toEqual(
      new Map([
        [large, null],
        [broken, null],
      ]),
    );
  });
});
