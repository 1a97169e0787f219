import { beforeAll, expect, test, vi } from 'vitest';
import { uploadResponseSchema } from '@izgodno/contract/uploads/multipart';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { MAX_WAITS, ProcessedWait } from './processed-wait.ts';

const uploads = provideUploadApp();
let owner: Uploader;
let stranger: Uploader;
let mayRead = true;

beforeAll(async () => {
  owner = await uploads.current.signUp();
  stranger = await uploads.current.signUp();
  uploads.current.files.registerAccessPolicy({
    kind: 'message',
    mayRead: () => Promise.resolve(mayRead),
  });
});

/** Changes the state of a file as a job on another node does. */
const setStatus = async (id: string, status: 'processing' | 'ready') => {
  const { database } = uploads.current.database;
  await database.updateTable('files').set({ status }).where('id', '=', id).execute();
};

const processingFile = async (): Promise<string> => {
  const file = new File(['x'], 'a.bin');
  const response = await uploads.current.post(owner, formOf(fieldsOf(owner), file));
  const { fileId } = uploadResponseSchema.parse(await response.json());
  await setStatus(fileId, 'processing');
  return fileId;
};

const read = async (id: string, reader = owner): Promise<number> => {
  const url = `${uploads.current.url}/api/files/${id}`;
  return (await fetch(url, { headers: { cookie: reader.cookies } })).status;
};

test('reads that wait share one query, and all get the processed file', async () => {
  const id = await processingFile();
  const query = vi.spyOn(uploads.current.database.pool, 'connect');
  const reads = Promise.all(Array.from({ length: MAX_WAITS }, () => read(id)));
  await expect.poll(() => query.mock.calls.length).toBeGreaterThanOrEqual(MAX_WAITS);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = query.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  // Four queries in that time, whatever the number of reads.
  expect(query.mock.calls.length - before).toBeLessThan(MAX_WAITS / 2);
  query.mockRestore();
  await setStatus(id, 'ready');
  expect(new Set(await reads)).toEqual(new Set([200]));
});

test('a read that begins to wait during a query waits for a later one', async () => {
  const [first, second] = [await processingFile(), await processingFile()];
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const database = uploads.current.database.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked.resolve();
      await released.promise;
      return result;
    },
  });
  const waits = new ProcessedWait({ database, logger: uploads.current.app.log });
  const ended: string[] = [];
  const wait = async (id: string): Promise<void> => {
    await waits.wait(id, owner.id, () => false);
    ended.push(id);
  };
  const early = wait(first);
  await asked.promise;
  const late = wait(second);
  await setStatus(first, 'ready');
  released.resolve();
  await early;
  expect(ended).toEqual([first]);
  await setStatus(second, 'ready');
  await late;
});

test('an account has a limited number of waiting reads; further ones do not wait', async () => {
  const id = await processingFile();
  const statuses: number[] = [];
  const reads = Array.from({ length: MAX_WAITS + 5 }, async () => {
    statuses.push(await read(id));
  });
  await expect.poll(() => statuses).toEqual([409, 409, 409, 409, 409]);
  await setStatus(id, 'ready');
  await Promise.all(reads);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITS);
  expect(await read(id)).toBe(200);
});

test('who lost the access while waiting gets nothing', async () => {
  const id = await processingFile();
  const { database, files } = uploads.current;
  await database.database
    .transaction()
    .execute((transaction) =>
      files.attach([id], { kind: 'message', id: 'm1' }, owner.id, transaction),
    );
  const reading = read(id, stranger);
  await new Promise((resolve) => setTimeout(resolve, 300));
  mayRead = false;
  await setStatus(id, 'ready');
  expect(await reading).toBe(404);
});
