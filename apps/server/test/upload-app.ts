import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { login, register, signedInSchema } from '@izgodno/contract/accounts/calls';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { readConfiguration, type Environment } from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { createPasswordHasher } from '#features/accounts/password-hasher.ts';
import { registerSession } from '#features/accounts/register-session.ts';
import { registerUploads } from '#features/uploads/register-uploads.ts';
import { registerCursorSeal } from '#platform/http/cursor-seal.ts';
import { registerRateWindows } from '#platform/http/call-rates.ts';
import { createErrorHandler } from '#platform/http/error-handler.ts';
import { registerOutages } from '#platform/http/outages.ts';
import { removedError } from '#schema/removed-error.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { createLogger } from '#platform/logger.ts';
import { noMailer } from '#platform/mail/mailer.ts';
import { openStorage, type FileStorage } from '#platform/object-store/open-storage.ts';
import type { UploadPolicy } from '#features/uploads/file-access.ts';
import type { Files } from '#features/uploads/files.ts';
import { createImmediateJobs, type ImmediateJobs } from './immediate-jobs.ts';
import { somebody } from './session-app.ts';
import { useTestDatabase, type TestDatabase } from './test-database.ts';

export interface Uploader {
  readonly id: string;
  readonly token: string;
  /** `Cookie` header of their browser. */
  readonly cookies: string;
}

export interface UploadApp {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly storage: FileStorage;
  readonly jobs: ImmediateJobs;
  readonly files: Files;
  readonly settings: Settings;
  /** The application's clock in epoch milliseconds. */
  time: number;
  /** Decides on uploads to channels. */
  policy: UploadPolicy;
  readonly signUp: () => Promise<Uploader>;
  /** Sends a form to a call. */
  post(user: Uploader | null, form: FormData, to?: string): Promise<Response>;
  /** The number of leftovers: rows, objects, unfinished writes. */
  countAll(): Promise<{ rows: number; objects: number; unfinished: number }>;
}

export interface UploadAppOptions {
  readonly environment?: Environment;
  /** Replaces the storage before the application gets it. */
  readonly storage?: (storage: FileStorage) => FileStorage;
}

/** The fields of the chunked call for a user. */
export const fieldsOf = (user: Uploader, given: Record<string, string> = {}) => ({
  userId: user.id,
  channelId: 'deals',
  messageId: 'message-1',
  uploadId: `upload_message-1_${crypto.randomUUID()}`,
  placeholderId: 'placeholder-1',
  ...given,
});

/** A form with its fields before or after the file. */
export const formOf = (
  fields: Readonly<Record<string, string>>,
  file: File | null,
  order: 'fields first' | 'file first' = 'fields first',
): FormData => {
  const form = new FormData();
  if (file !== null && order === 'file first') form.append('file', file);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== null && order === 'fields first') form.append('file', file);
  return form;
};

const send = (app: FastifyInstance, call: { readonly path: string }, body: object) =>
  app.inject({ method: 'POST', url: call.path, body });

/** Uploads and sessions alone, listening, with a database and a store for the calling file. */
export const provideUploadApp = (
  options: UploadAppOptions = {},
): { readonly current: UploadApp } => {
  const database = useTestDatabase();
  let current: UploadApp | undefined;
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'izgodno-uploads-'));
    const settings = readConfiguration({ DATA_DIR: folder, ...options.environment });
    const opened = await openStorage(settings, RESUMABLE_LIFETIME_MS);
    const storage = options.storage?.(opened) ?? opened;
    const jobs = createImmediateJobs();
    const loggerInstance: FastifyBaseLogger = createLogger('silent');
    const app = fastify({ loggerInstance, forceCloseConnections: true });
    app.setSerializerCompiler(serializerCompiler);
    app.setErrorHandler(createErrorHandler(removedError));
    registerCursorSeal(app, Buffer.alloc(32, 'upload tests'));
    registerOutages(app, { reach: async () => {} });
    await app.register(cookie);
    await app.register(compress, { threshold: 1024 });
    const clock = { now: () => state.time };
    registerRateWindows(app, clock);
    const shared = { settings, database: database.current.database, clock };
    const bus = createInProcessBus();
    const accountData = registerSession(app, {
      accessEndings: [],
      ...shared,
      bus,
      jobs,
      mailer: noMailer,
      hasher: createPasswordHasher(),
      audit: { record: async () => {} },
      countryOf: async () => null,
    });
    const { pool } = database.current;
    const files = registerUploads(app, { ...shared, pool, bus, jobs, storage, accountData });
    files.registerUploadPolicy((target, user) => state.policy(target, user));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const state: UploadApp = {
      database: database.current,
      app,
      url,
      storage,
      jobs,
      files,
      settings,
      time: Date.now(),
      policy: () => Promise.resolve(false),
      async signUp() {
        const { name, email, password } = somebody();
        await send(app, register, { name, email, password });
        const response = await send(app, login, { email, password });
        const { accessToken, user } = signedInSchema.parse(response.json());
        const cookies = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        return { id: user.id, token: accessToken, cookies };
      },
      post: (user, form, to = CHUNKED_UPLOAD_PATH) =>
        fetch(`${url}${to}`, {
          method: 'POST',
          body: form,
          headers: user === null ? {} : { authorization: `Bearer ${user.token}` },
        }),
      async countAll() {
        const rows = await database.current.database.selectFrom('files').select('id').execute();
        let objects = 0;
        for await (const _ of storage.store.keys()) objects += 1;
        return { rows: rows.length, objects, unfinished: await storage.store.countUnfinished() };
      },
    };
    current = state;
  });
  afterAll(async () => {
    await current?.app.close();
    current?.storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get current() {
      if (current === undefined) throw new Error('The application is there only while tests run.');
      return current;
    },
  };
};
