import type { Locker } from '@tus/server';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { requireUser } from '#platform/http/authentication.ts';
import { rejectResponse } from '#platform/http/connections/raw-rejection.ts';
import { CallError } from '#platform/http/errors.ts';
import { deleteRow, findFile, type FileRow } from '../file-repository.ts';
import { HEAD_LENGTH, inspectHead, maxSizeOf } from '../inspection.ts';
import {
  asRejection,
  logFailure,
  rejectionBody,
  respondWithRejection,
  tooLarge,
} from '../rejection.ts';
import { throttleWrites } from '../throttle.ts';
import {
  completeUpload,
  discardFile,
  discardUnlessComplete,
  renewUpload,
  whileRenewing,
} from '../upload-receiver.ts';
import { beginAttempt, UPLOAD_COST, type ReceivingContext } from '../upload-routes.ts';
import {
  BYTES_TYPE,
  parseLength,
  parseUploadMetadata,
  requireBytes,
  requireVersion,
  TUS_VERSION,
} from './upload-headers.ts';
import { UploadServer } from './upload-server.ts';

interface ResumableContext extends ReceivingContext {
  readonly locker: Locker;
}

interface FileParams {
  Params: { id: string };
}

/** Inspects the complete bytes, and makes them the user's file. */
const finish = async (context: ResumableContext, id: string): Promise<void> => {
  const { database, store, resumable, settings } = context;
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
  await completeUpload(context, { id, ownerId: file.owner_id, size: file.size, inspected }, null);
};

/** The error for which the finished upload was rejected and removed; null if it is a file now. */
const finishOrDiscard = async (
  context: ResumableContext,
  id: string,
): Promise<CallError | null> => {
  try {
    await finish(context, id);
    return null;
  } catch (error) {
    const rejection = asRejection(error);
    // Internal errors are temporary and all bytes are stored, so a later request finishes the
    // upload.
    if (errorDefinitions[rejection.code].status >= 500) throw rejection;
    context.logger.info({ err: rejection, id }, 'resumable upload rejected');
    // Another node may have completed it meanwhile.
    await discardUnlessComplete(context, id, 'resumable');
    return (await findFile(context.database, id)) === undefined ? rejection : null;
  }
};

/** Runs work that must not run concurrently for one upload. */
const alone = async <Result>(
  { locker }: ResumableContext,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const lock = locker.newLock(id);
  await lock.lock(new AbortController().signal, () => {});
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
};

/** The user's own upload; otherwise not found. */
const requireOwn = async (
  { database }: ResumableContext,
  request: FastifyRequest<FileParams>,
  reply: FastifyReply,
): Promise<FileRow> => {
  const user = await requireUser(request);
  requireVersion(request, reply);
  const { id } = request.params;
  const file = /^[0-9a-f-]{36}$/.test(id) ? await findFile(database, id) : undefined;
  if (file === undefined || file.owner_id !== user.id || file.method !== 'resumable')
    throw new CallError('not_found');
  return file;
};

/** The id of the upload that the present request may create or change. */
const authorised = new AsyncLocalStorage<string>();

/**
 * Replaces the id that the protocol's server would read: it takes the end of the whole URL, which may
 * be another upload's id in the query.
 */
const authorisedId = (): string => {
  const id = authorised.getStore();
  if (id === undefined) throw new Error('Each request is handed over with the id of its upload.');
  return id;
};

/** An error as the protocol's server sends it. */
const responseOf = (rejection: CallError) => ({
  status_code: errorDefinitions[rejection.code].status,
  body: JSON.stringify(rejectionBody(rejection)),
});

/** The protocol's server, which moves the bytes. */
const createServer = (context: ResumableContext): UploadServer => {
  const { resumable, settings, locker, throttle } = context;
  return new UploadServer({
    path: RESUMABLE_UPLOAD_PATH,
    datastore: throttleWrites(resumable.datastore, throttle),
    locker,
    relativeLocation: true,
    maxSize: settings.UPLOAD_MAX_FILE_SIZE,
    allowedOrigins: [...settings.CORS_ORIGINS],
    allowedCredentials: settings.CORS_ORIGINS.length > 0,
    namingFunction: authorisedId,
    getFileIdFromRequest: authorisedId,
    onResponseError: (_request, error) => {
      // The library's own errors are of the request.
      if ('status_code' in error) return undefined;
      const rejection = asRejection(resumable.asStoreError(error));
      logFailure(context.logger, rejection);
      return responseOf(rejection);
    },
    onUploadFinish: async (_request, upload) => {
      const { id } = upload;
      const rejection = await alone(context, id, () => finishOrDiscard(context, id)).catch(
        asRejection,
      );
      if (rejection === null) {
        // For a creation with all bytes the library would read when the upload expires, which is a
        // file now.
        upload.creation_date = undefined;
        return {};
      }
      logFailure(context.logger, rejection);
      throw Object.assign(new Error(rejection.message), responseOf(rejection));
    },
  });
};

/** Lets the protocol's server respond, for the upload with this id only. */
const handOver = async (
  server: UploadServer,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  // The protocol server's response includes the headers that the hooks have set.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  try {
    await authorised.run(id, () => server.handle(request.raw, reply.raw));
  } catch (error) {
    request.log.error({ err: error }, 'upload failed');
    if (reply.raw.headersSent) reply.raw.destroy();
    else rejectResponse(reply.raw, 'internal');
  }
};

const create = async (
  context: ResumableContext,
  server: UploadServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const user = await requireUser(request);
  requireVersion(request, reply);
  const size = parseLength(request, context.settings.UPLOAD_MAX_FILE_SIZE);
  const { name, mediaType, fields } = parseUploadMetadata(request);
  const claim = { ownerId: user.id, method: 'resumable', name, mediaType, size } as const;
  const begun = await beginAttempt(context, user, claim, fields);
  if ('earlier' in begun) {
    const { earlier } = begun;
    if (earlier.method !== 'resumable' || earlier.size !== size)
      throw new CallError('upload_conflict');
    // The sender lost the upload's URL. A HEAD there reports that everything has arrived.
    const Location = `${RESUMABLE_UPLOAD_PATH}/${earlier.id}`;
    return reply.status(201).headers({ 'Tus-Resumable': TUS_VERSION, Location }).send();
  }
  const { id } = begun;
  await handOver(server, id, request, reply);
  if (reply.raw.statusCode !== 201)
    await discardFile(context, id, 'resumable').catch(async (error: unknown) => {
      // Without its row the sender's next attempt begins at the start, and the sweep removes what
      // the store may have.
      context.logger.warn(
        { err: error, id },
        'an upload that failed to begin could not be removed',
      );
      await deleteRow(context.database, id);
    });
  return reply;
};

/** Whether all bytes have arrived. Throws the error for which the finished upload was rejected. */
const isFinished = (context: ResumableContext, file: FileRow): Promise<boolean> =>
  alone(context, file.id, async () => {
    if (!(await context.resumable.isWhole(file.id, file.size))) return false;
    // The process crashed after the last byte, before the file was made. It is made now, because a
    // client whose bytes have all arrived makes no further request.
    const rejection = await finishOrDiscard(context, file.id);
    if (rejection !== null) throw rejection;
    return true;
  });

/**
 * Uploads by the tus protocol (tus.io, 1.0.0). Its server moves the bytes; permissions, target and
 * result are decided here, as for the other calls.
 */
export const addResumableUploads = (app: FastifyInstance, context: ResumableContext): void => {
  const server = createServer(context);
  const url = `${RESUMABLE_UPLOAD_PATH}/:id`;
  const scope = 'uploads:write';
  const config = { limit: { cost: UPLOAD_COST }, slowBody: true, scope } as const;

  // No call has JSON; the protocol's server reads the bytes, and ignores the type of empty bodies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([BYTES_TYPE, '*'], (_request, _payload, done) => done(null));
  app.setErrorHandler(respondWithRejection);

  app.post(RESUMABLE_UPLOAD_PATH, { config }, (request, reply) =>
    create(context, server, request, reply),
  );

  app.head<FileParams>(url, { config: { scope } }, async (request, reply) => {
    const file = await requireOwn(context, request, reply);
    if (file.status === 'receiving' && !(await isFinished(context, file)))
      return handOver(server, file.id, request, reply);
    return reply
      .headers({
        'Tus-Resumable': TUS_VERSION,
        'Cache-Control': 'no-store',
        'Upload-Offset': file.size,
        'Upload-Length': file.size,
      })
      .send();
  });

  app.patch<FileParams>(url, { config }, async (request, reply) => {
    const file = await requireOwn(context, request, reply);
    if (file.status !== 'receiving') throw new CallError('upload_complete');
    requireBytes(request);
    await renewUpload(context, file);
    return whileRenewing(context, file, () => handOver(server, file.id, request, reply));
  });

  app.delete<FileParams>(url, { config: { scope } }, async (request, reply) => {
    const file = await requireOwn(context, request, reply);
    if (file.status !== 'receiving') throw new CallError('upload_complete');
    await alone(context, file.id, () => discardFile(context, file.id, 'resumable'));
    return reply.status(204).header('Tus-Resumable', TUS_VERSION).send();
  });
};
