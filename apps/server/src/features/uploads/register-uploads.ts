import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import { createSessionLocks } from '#platform/database/session-locks.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { FileStorage } from '#platform/object-store/open-storage.ts';
import { createMediaCookie, type AccountData } from '#features/accounts/api.ts';
import { readUploadsOf } from './file-repository.ts';
import { addFileRoutes } from './file-routes.ts';
import { Files } from './files.ts';
import { NewestAttempts } from './newest-attempts.ts';
import { processFile, processFileJob, processingLane } from './processing/process-file.ts';
import { addResumableUploads } from './resumable/resumable-routes.ts';
import { createUploadLocker } from './resumable/upload-locker.ts';
import { sweepFiles } from './sweep-files.ts';
import { Throttle } from './throttle.ts';
import { addUploadCalls, addUploadConfig } from './upload-routes.ts';
import type { UploadsContext } from './uploads-context.ts';

const sweepFilesJob = defineJob({ name: 'files.sweep', payload: z.object({}) });
const SWEEP_SCHEDULE = '*/10 * * * *';

export interface UploadsDependencies extends Pick<
  UploadsContext,
  'settings' | 'database' | 'clock' | 'jobs'
> {
  /** The pool of `database`: one connection is borrowed while a resumable upload is in progress. */
  readonly pool: Pool;
  readonly bus: Bus;
  readonly storage: FileStorage;
  readonly accountData: AccountData;
}

/** Registers uploads and files; other features use files through what this returns. */
export const registerUploads = (
  app: FastifyInstance,
  { pool, bus, storage, accountData, ...shared }: UploadsDependencies,
): Files => {
  const { settings, database, clock, jobs } = shared;
  const { store, resumable } = storage;
  const uploads = { ...shared, store, resumable, logger: app.log };
  const files = new Files(uploads);
  const receiving = { ...uploads, files, throttle: new Throttle(), attempts: new NewestAttempts() };

  accountData.exports('uploads', (userId) => readUploadsOf(database, userId));

  jobs.work(
    processFileJob,
    async ({ id }) => {
      await processFile(uploads, id);
      await files.notifyProcessed(id);
    },
    processingLane,
  );
  jobs.work(sweepFilesJob, (_, signal) => sweepFiles(uploads, signal));
  jobs.schedule(sweepFilesJob, SWEEP_SCHEDULE, {});

  void app.register(async (configured) => addUploadConfig(configured, settings));
  addFileRoutes(app, { ...uploads, files, cookie: createMediaCookie(settings.BASE_URL, clock) });
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    // The bytes go to the calls' own reader, never into memory.
    forms.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    addUploadCalls(forms, receiving);
  });
  void app.register(async (resumables) => {
    const locker = createUploadLocker(createSessionLocks(pool), bus);
    addResumableUploads(resumables, { ...receiving, locker });
  });
  return files;
};
