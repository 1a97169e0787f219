import { expect, test } from 'vitest';
import { uploadResponseSchema } from '@izgodno/contract/uploads/multipart';
import { createLogger } from '#platform/logger.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { fieldsOf, formOf, provideUploadApp } from '#test/upload-app.ts';
import { findByUploadId, findFile } from './file-repository.ts';
import { findEarlier } from './upload-receiver.ts';

/** Until when the store accepts the bytes of an attempt that begins now. */
let held: Promise<void> = Promise.resolve();

const uploads = provideUploadApp({
  storage: (storage) => ({
    ...storage,
    store: {
      ...storage.store,
      async write(...given) {
        await held;
        return storage.store.write(...given);
      },
    },
  }),
});

test('an attempt that ends after a newer one has begun leaves the newer one alone', async () => {
  const app = uploads.current;
  const user = await app.signUp();
  const fields = fieldsOf(user);
  const currentAttempt = async () => {
    const row = await findByUploadId(app.database.database, user.id, fields.uploadId);
    return row?.id ?? null;
  };
  /** Begins an attempt, and returns once it has taken the place of the one before. */
  const begin = async () => {
    const before = await currentAttempt();
    const stored = Promise.withResolvers<void>();
    held = stored.promise;
    const response = app.post(user, formOf(fields, new File(['a'], 'a.bin')));
    await expect.poll(currentAttempt).not.toBe(before);
    return { end: stored.resolve, response };
  };
  const older = await begin();
  const newer = await begin();
  older.end();
  expect((await older.response).status).toBe(409);
  newer.end();
  expect((await newer.response).status).toBe(200);
  expect(await app.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
  held = Promise.resolve();
});

test('an older attempt that looks for others later leaves the newer one alone', async () => {
  const app = uploads.current;
  const user = await app.signUp();
  const fields = fieldsOf(user, { channelId: 'channel' });
  const post = () => app.post(user, formOf(fields, new File(['a'], 'a.bin')));
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<boolean>();
  app.policy = () => {
    asked.resolve();
    return allowed.promise;
  };
  const older = post();
  await asked.promise;
  app.policy = () => Promise.resolve(true);
  const stored = Promise.withResolvers<void>();
  held = stored.promise;
  const newer = post();
  const rowOf = () => findByUploadId(app.database.database, user.id, fields.uploadId);
  await expect.poll(rowOf, { timeout: 30_000 }).toBeDefined();
  const row = await rowOf();
  allowed.resolve(true);
  stored.resolve();
  expect((await newer).status).toBe(200);
  expect([200, 409]).toContain((await older).status);
  expect((await rowOf())?.id).toBe(row?.id);
  held = Promise.resolve();
});

test('an attempt takes over from an older one that begins at the same moment', async () => {
  const app = uploads.current;
  const { database } = app.database;
  const user = await app.signUp();
  const fields = fieldsOf(user);
  const post = () => app.post(user, formOf(fields, new File(['a'], 'a.bin')));
  const sent: Promise<Response>[] = [];
  await database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .forUpdate()
      .execute();
    sent.push(post());
    await untilWaiting(database, 1);
    sent.push(post());
    await untilWaiting(database, 2);
  });
  const [older, newer] = await Promise.all(sent);
  expect(newer?.status).toBe(200);
  expect([200, 409]).toContain(older?.status);
  expect(
    await app.database.database
      .selectFrom('files')
      .selectAll()
      .where('owner_id', '=', user.id)
      .execute(),
  ).toHaveLength(1);
});

test('a repetition keeps the file that becomes complete while it begins', async () => {
  const { database, storage, settings, jobs, time } = uploads.current;
  const user = await uploads.current.signUp();
  const sent = await uploads.current.post(user, formOf(fieldsOf(user), new File(['a'], 'a.bin')));
  const { fileId } = uploadResponseSchema.parse(await sent.json());
  const set = (status: 'receiving' | 'ready') =>
    database.database
      .updateTable('files')
      .set({ status, upload_id: 'again' })
      .where('id', '=', fileId)
      .execute();
  await set('receiving');
  let completing: Promise<unknown> | null = null;
  // The first attempt completes right after the repetition has read its row.
  const completed = database.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await (completing ??= set('ready'));
      return result;
    },
  });
  const context = {
    settings,
    jobs,
    store: storage.store,
    resumable: storage.resumable,
    database: completed,
    clock: { now: () => time },
    logger: createLogger('silent'),
  };
  expect(await findEarlier(context, user.id, 'again')).toMatchObject({ id: fileId });
  expect((await findFile(database.database, fileId))?.status).toBe('ready');
  expect(await storage.store.size(fileId)).not.toBeNull();
});

test('a file that a message attaches while its user deletes it stays', async () => {
  const { database, files, storage, url } = uploads.current;
  const user = await uploads.current.signUp();
  const sent = await uploads.current.post(user, formOf(fieldsOf(user), new File(['a'], 'a.bin')));
  const { fileId } = uploadResponseSchema.parse(await sent.json());
  let deleting: Promise<Response> | undefined;
  await database.database.transaction().execute(async (transaction) => {
    await files.attach([fileId], { kind: 'message', id: 'm1' }, user.id, transaction);
    const headers = { authorization: `Bearer ${user.token}` };
    deleting = fetch(`${url}/api/files/${fileId}`, { method: 'DELETE', headers });
    await untilWaiting(database.database, 1);
  });
  expect((await deleting)?.status).toBe(409);
  expect(await findFile(database.database, fileId)).toMatchObject({ subject_id: 'm1' });
  expect(await storage.store.size(fileId)).toBe(1);
});
