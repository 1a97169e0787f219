import type { Locker } from '@tus/server';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#schema/schema.ts';
import { requireUser } from '#platform/http/authentication.ts';
import { rejectResponse } from '#platform/http/connections/raw-rejection.ts';
import { CallError } from '#platform/http/errors.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import type { ResumableStore } from '#platform/object-store/resumable-store.ts';
import type { UploadPolicy } from '../files.ts';
import { findFile, type FileRow } from '../file-repository.ts';
import { inspectHead, maxSizeOf } from '../inspection.ts';
import type { UploadReceiver } from '../upload-receiver.ts';
import { HEAD_LENGTH } from '../media-type.ts';
import { respondWithRejection, asRejection, rejectionBody, tooLarge } from '../rejection.ts';
import type { Throttle } from '../throttle.ts';
import { UPLOAD_COST } from '../upload-routes.ts';
import { requireMayUpload } from '../file-access.ts';
import { UploadServer } from './upload-server.ts';
import { parseUploadMetadata } from './upload-metadata.ts';
import { writeThrottled } from './write-throttled.ts';

export interface ResumableDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly resumable: ResumableStore;
  readonly intake: UploadReceiver;
  readonly settings: Settings;
  readonly policy: () => UploadPolicy | null;
  readonly locker: Locker;
  readonly turns: Throttle;
}

interface FileParams {
  Params: { id: string };
}

/** Parses a length header. Throws if it is missing or not accepted. */
const parseLength = (header: unknown, limit: number): number => {
  const length = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
  if (length === null) throw new CallError('malformed_request');
  if (length === 0) throw new CallError('file_empty');
  if (length > limit) throw tooLarge(length, limit);
  return length;
};

/**
 * Uploads by the tus protocol (tus.io, 1.0.0). Its server moves the bytes; permissions, target and
 * result are decided here, as for the other calls.
 */
export const addResumableUploads = (
  app: FastifyInstance,
  { database, store, resumable, intake, settings, policy, locker, turns }: ResumableDependencies,
): void => {
  /** The id of the file that a request creates. */
  const created = new AsyncLocalStorage<string>();

  /** Inspects the complete bytes, and makes them the user's file. */
  const finish = async (id: string): Promise<void> => {
    const file = await findFile(database, id);
    if (file === undefined || file.owner_id === null) throw new CallError('not_found');
    // Another request was first.
    if (file.status !== 'receiving') return;
    await resumable.finish(id);
    const head = await store.read(id, { start: 0, end: Math.min(HEAD_LENGTH, file.size) - 1 });
    const inspected = await inspectHead(head === null ? Buffer.alloc(0) : await buffer(head), {
      maxSize: settings.UPLOAD_MAX_FILE_SIZE,
      announced: file.size,
      claimedType: file.media_type,
      allowedTypes: settings.UPLOAD_TYPES,
    });
    const limit = maxSizeOf(inspected.kind, settings.UPLOAD_MAX_FILE_SIZE);
    if (file.size > limit) throw tooLarge(file.size, limit);
    await intake.complete({ id, ownerId: file.owner_id, size: file.size, inspected }, null);
  };

  const discard = (id: string): Promise<void> => intake.discard(id, 'resumable');

  /** The error for which the finished upload was rejected and removed; null if it is a file now. */
  const finishOrDiscard = async (id: string): Promise<CallError | null> => {
    try {
      await finish(id);
      return null;
    } catch (error) {
      const rejected = asRejection(error);
      // Internal errors are temporary and all bytes are stored, so a later request finishes the
      // upload.
      if (errorDefinitions[rejected.code].status >= 500) throw rejected;
      app.log.info({ err: rejected, id }, 'resumable upload rejected');
      await discard(id);
      return rejected;
    }
  };

  /** Runs work that must not run concurrently for one upload. */
  const alone = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const lock = locker.newLock(id);
    await lock.lock(new AbortController().signal, () => {});
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  };

  const tus = new UploadServer({
    path: RESUMABLE_UPLOAD_PATH,
    datastore: writeThrottled(resumable.datastore, turns),
    locker,
    relativeLocation: true,
    maxSize: settings.UPLOAD_MAX_FILE_SIZE,
    allowedOrigins: [...settings.CORS_ORIGINS],
    allowedCredentials: settings.CORS_ORIGINS.length > 0,
    namingFunction: () => {
      const id = created.getStore();
      if (id === undefined) throw new Error('Uploads are created by the call that reserves them.');
      return id;
    },
    onUploadFinish: async (_request, { id }) => {
      const rejected = await alone(id, () => finishOrDiscard(id)).catch(asRejection);
      if (rejected === null) return {};
      throw Object.assign(new Error(rejected.message), {
        status_code: errorDefinitions[rejected.code].status,
        body: JSON.stringify(rejectionBody(rejected)),
      });
    },
  });

  const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The protocol server's response includes the headers that the hooks have set.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    try {
      await tus.handle(request.raw, reply.raw);
    } catch (error) {
      request.log.error({ err: error }, 'upload failed');
      if (reply.raw.headersSent) reply.raw.destroy();
      else rejectResponse(reply.raw, 'internal');
    }
  };

  /** The user's own upload; otherwise not found. */
  const requireOwn = async (request: FastifyRequest<FileParams>): Promise<FileRow> => {
    const user = await requireUser(request);
    const { id } = request.params;
    const file = /^[0-9a-f-]{36}$/.test(id) ? await findFile(database, id) : undefined;
    if (file === undefined || file.owner_id !== user.id || file.method !== 'resumable') {
      throw new CallError('not_found');
    }
    return file;
  };

  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );
  app.setErrorHandler(respondWithRejection);

  const config = { limit: { cost: UPLOAD_COST }, slowBody: true };
  app.post(RESUMABLE_UPLOAD_PATH, { schema: { hide: true }, config }, async (request, reply) => {
    const user = await requireUser(request);
    const size = parseLength(request.headers['upload-length'], settings.UPLOAD_MAX_FILE_SIZE);
    const header = request.headers['upload-metadata'];
    const { name, mediaType, fields } = parseUploadMetadata(
      Array.isArray(header) ? header[0] : header,
    );
    await requireMayUpload(fields, user, policy());
    const earlier = await intake.findEarlier(user.id, fields.uploadId);
    if (earlier !== null) {
      if (earlier.method !== 'resumable' || earlier.size !== size) {
        throw new CallError('upload_conflict');
      }
      // The sender lost the upload's URL. A HEAD there reports that everything has arrived.
      return reply
        .status(201)
        .headers({
          'Tus-Resumable': '1.0.0',
          Location: `${RESUMABLE_UPLOAD_PATH}/${earlier.id}`,
        })
        .send();
    }
    const claim = { ownerId: user.id, method: 'resumable', name, mediaType, size } as const;
    const id = await intake.reserve(claim, fields);
    await created.run(id, () => handOver(request, reply));
    if (reply.raw.statusCode !== 201) await discard(id);
    return reply;
  });

  app.head<FileParams>(`${RESUMABLE_UPLOAD_PATH}/:id`, async (request, reply) => {
    const file = await requireOwn(request);
    if (file.status === 'receiving') {
      const isWhole = await alone(file.id, async () => {
        if (!(await resumable.isWhole(file.id, file.size))) return false;
        // The process crashed after the last byte, before the file was made. It is made now,
        // because a client whose bytes have all arrived makes no further request.
        const rejected = await finishOrDiscard(file.id);
        if (rejected !== null) throw rejected;
        return true;
      });
      if (!isWhole) return handOver(request, reply);
    }
    return reply
      .headers({
        'Tus-Resumable': '1.0.0',
        'Cache-Control': 'no-store',
        'Upload-Offset': file.size,
        'Upload-Length': file.size,
      })
      .send();
  });

  app.patch<FileParams>(`${RESUMABLE_UPLOAD_PATH}/:id`, { config }, async (request, reply) => {
    const file = await requireOwn(request);
    if (file.status !== 'receiving') throw new CallError('upload_conflict');
    return handOver(request, reply);
  });

  app.delete<FileParams>(`${RESUMABLE_UPLOAD_PATH}/:id`, async (request, reply) => {
    const file = await requireOwn(request);
    if (file.status !== 'receiving') throw new CallError('upload_conflict');
    await alone(file.id, () => discard(file.id));
    return reply.status(204).header('Tus-Resumable', '1.0.0').send();
  });
};
