import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { fileIdSchema } from '@izgodno/contract/uploads/file';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { createSessionLocks } from '#platform/database/session-locks.ts';
import { createMediaCookie } from '#features/accounts/api.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { FileStorage } from '#platform/object-store/open-storage.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { Files } from './files.ts';
import { readUploadsOf } from './account-uploads.ts';
import { addFileRoutes } from './file-routes.ts';
import { createUploadReceiver } from './upload-receiver.ts';
import { createFileProcessor } from './processing/process-file.ts';
import { addResumableUploads } from './resumable/resumable-routes.ts';
import { createUploadLocker } from './resumable/upload-locker.ts';
import { createImageImporter } from './import-image.ts';
import { createStoredFiles } from './stored-files.ts';
import { createFileSweep } from './sweep-files.ts';
import { createThrottle } from './throttle.ts';
import { addUploadCalls, addUploadConfig } from './upload-routes.ts';

export const processFile = defineJob({
  name: 'files.process',
  payload: z.object({ id: fileIdSchema }),
});

const sweepFiles = defineJob({ name: 'files.sweep', payload: z.object({}) });
const SWEEP_SCHEDULE = '*/10 * * * *';

export interface UploadsDependencies {
  readonly settings: Settings;
  readonly database: Database;
  /** The pool of `database`: one connection is borrowed while a resumable upload is in progress. */
  readonly pool: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly storage: FileStorage;
  readonly accountData: AccountData;
}

/** Registers uploads and files; other features use files through what this returns. */
export const registerUploads = (
  app: FastifyInstance,
  { settings, database, pool, bus, clock, jobs, storage, accountData }: UploadsDependencies,
): Files => {
  const { store, resumable } = storage;
  const logger = app.log;
  const files = createStoredFiles(database, clock);
  const processor = createFileProcessor({
    database,
    store,
    scanner: settings.CLAMAV_SOCKET,
    onHarmful: (id, finding) => logger.warn({ id, finding }, 'harmful file removed'),
  });
  const process = (id: string): Promise<void> =>
    jobs.enqueue(processFile, { id }, { singletonKey: id });
  const intake = createUploadReceiver({
    database,
    store,
    resumable,
    clock,
    settings,
    needsProcessing: processor.isNeeded,
    process,
  });
  const sweep = createFileSweep({ database, store, intake, clock, logger, process });
  const policy = files.uploadPolicy;
  const turns = createThrottle();

  accountData.exports('uploads', (userId) => readUploadsOf(database, userId));

  jobs.work(processFile, async ({ id }) => {
    await processor.process(id);
    await files.tellSettled(id);
  });
  jobs.work(sweepFiles, (_, signal) => sweep(signal));
  jobs.schedule(sweepFiles, SWEEP_SCHEDULE, {});

  addUploadConfig(app, settings);
  addFileRoutes(app, {
    database,
    store,
    files,
    intake,
    settings,
    cookie: createMediaCookie(settings.BASE_URL, clock),
    receivedBytes: async ({ id }) =>
      resumable.datastore.getUpload(id).then(
        ({ offset }) => offset,
        () => 0,
      ),
  });
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    // The bytes go to the calls' own reader, never into memory.
    forms.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    addUploadCalls(forms, { intake, settings, policy, turns });
  });
  void app.register(async (resumables) => {
    addResumableUploads(resumables, {
      database,
      store,
      resumable,
      intake,
      settings,
      policy,
      locker: createUploadLocker(createSessionLocks(pool), bus),
      turns,
    });
  });
  return { ...files, importImage: createImageImporter(intake) };
};
