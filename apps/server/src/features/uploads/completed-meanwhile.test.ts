import { expect, test } from 'vitest';
import { uploadResponseSchema } from '@izgodno/contract/uploads/multipart';
import { createLogger } from '#platform/logger.ts';
import { fieldsOf, formOf, provideUploadApp } from '#test/upload-app.ts';
import { findFile } from './file-repository.ts';
import { findEarlier } from './upload-receiver.ts';

const uploads = provideUploadApp();

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
