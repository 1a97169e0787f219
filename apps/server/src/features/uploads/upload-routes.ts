import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { getUploadConfig } from '@izgodno/contract/uploads/calls';
import {
  deviceErrors,
  deviceErrorsText,
  type DeviceType,
} from '@izgodno/contract/uploads/device-rules';
import { deviceRules } from '@izgodno/contract/uploads/limits';
import {
  CHUNKED_UPLOAD_PATH,
  chunkedFieldsSchema,
  GENERIC_UPLOAD_PATH,
  genericFieldsSchema,
  type ChunkedFields,
  type UploadResponse,
} from '@izgodno/contract/uploads/multipart';
import { formatBytes } from '@izgodno/contract/uploads/texts';
import type { Settings } from '#config/settings.ts';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser, type Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { rejectWithTexts } from '#platform/http/reject-with-texts.ts';
import type { Files } from './files.ts';
import { originalName } from './file-name.ts';
import type { FileRow } from './file-repository.ts';
import type { NewestAttempts } from './newest-attempts.ts';
import {
  announcedSize,
  MAX_FORM_OVERHEAD,
  parseFields,
  readForm,
  type FormFields,
  type FormFile,
} from './read-form.ts';
import { respondWithRejection, tooLarge, UploadRejectedError } from './rejection.ts';
import type { Throttle } from './throttle.ts';
import {
  beginUpload,
  completeUpload,
  discardUnlessComplete,
  presentUpload,
  receiveUpload,
  type Claim,
  type Received,
} from './upload-receiver.ts';
import type { UploadsContext } from './uploads-context.ts';

/** The cost of each call that receives a file, because it is inspected and stored. */
export const UPLOAD_COST = 5;

export interface ReceivingContext extends UploadsContext {
  readonly files: Files;
  readonly throttle: Throttle;
  readonly attempts: NewestAttempts;
}

/** `beginUpload` for the newest attempt of a user who may upload. Throws also as `requireMayUpload`. */
export const beginAttempt = (
  context: ReceivingContext,
  user: Principal,
  claim: Claim,
  identity: ChunkedFields,
): ReturnType<typeof beginUpload> =>
  context.attempts.run(user.id, identity.uploadId, async (isNewest) => {
    await context.files.requireMayUpload(identity, user);
    return beginUpload(context, claim, identity, isNewest);
  });

/**
 * Throws the specification's error (section 5) for a file that the generic call does not accept
 * from this device.
 */
const requireDeviceRules = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): void => {
  const errors = deviceErrors(type, file);
  if (errors.length === 0) return;
  const isTooLarge = errors.some(({ kind }) => kind === 'too-large');
  throw new UploadRejectedError(
    isTooLarge ? 'file_too_large' : 'file_type_refused',
    deviceErrorsText(errors),
  );
};

/** The result of a form's file: stored bytes, or an earlier attempt's file. */
type Outcome = { readonly received: Received } | { readonly earlier: FileRow };

/** Reads the bytes to their end and discards them, because the file exists. */
const skip = async (content: FormFile['content']): Promise<void> => {
  for await (const _ of content);
};

const requireSameFile = (file: FileRow, name: string): FileRow => {
  if (file.original_name !== originalName(name)) throw new CallError('upload_conflict');
  return file;
};

/** Throws `file_too_large` for a form whose declared size implies too large a file. */
const announced = (request: FastifyRequest, limit: number): number => {
  const size = announcedSize(request.raw);
  if (size > limit + MAX_FORM_OVERHEAD) throw tooLarge(size, limit);
  return Math.min(size, limit);
};

const claimOf = (
  { name, mediaType }: FormFile,
  user: Principal,
  method: Claim['method'],
  size: number,
): Claim => ({ ownerId: user.id, method, name, mediaType, size });

/** The call for the limits. Its errors have the specification's form. */
export const addUploadConfig = (app: FastifyInstance, settings: Settings): void => {
  rejectWithTexts(app);
  addCall(app, getUploadConfig, async () => ({
    config: {
      maxFileSize: settings.UPLOAD_MAX_FILE_SIZE,
      maxFileSizeString: formatBytes(settings.UPLOAD_MAX_FILE_SIZE),
      maxFiles: settings.UPLOAD_MAX_FILES,
      chunkSize: settings.UPLOAD_CHUNK_SIZE,
      requestTimeout: settings.UPLOAD_REQUEST_TIMEOUT,
      uploadMethod: settings.UPLOAD_METHOD,
      pacing: settings.UPLOAD_PACING,
      allowedTypes: settings.UPLOAD_TYPES,
      quota: settings.UPLOAD_QUOTA,
    },
  }));
};

const undo = async (context: ReceivingContext, outcome: Outcome): Promise<void> => {
  if ('received' in outcome) await discardUnlessComplete(context, outcome.received.id);
};

/** With all fields before the file, the checks on them run before its bytes are stored. */
const receiveChunked = async (
  context: ReceivingContext,
  user: Principal,
  file: FormFile,
  { before, size }: { readonly before: FormFields; readonly size: number },
): Promise<Outcome> => {
  const claim = claimOf(file, user, 'chunked', size);
  const early = parseStorable(chunkedFieldsSchema, { ...before });
  if (!early.success) return { received: await receiveUpload(context, claim, file.content) };
  const begun = await beginAttempt(context, user, claim, early.data);
  if ('earlier' in begun) {
    await skip(file.content);
    return { earlier: requireSameFile(begun.earlier, file.name) };
  }
  return { received: await receiveUpload(context, claim, file.content, begun.id) };
};

const uploadChunked = async (
  context: ReceivingContext,
  request: FastifyRequest,
): Promise<UploadResponse> => {
  const user = await requireUser(request);
  const size = announced(request, context.settings.UPLOAD_MAX_FILE_SIZE);
  const { fields, received: outcome } = await readForm(
    request.raw,
    context.throttle,
    (file, before) => receiveChunked(context, user, file, { before, size }),
    (made) => undo(context, made),
  );
  if ('earlier' in outcome) return { success: true, ...presentUpload(outcome.earlier) };
  try {
    const parsed = parseFields(chunkedFieldsSchema, fields);
    await context.files.requireMayUpload(parsed, user);
    const file = await completeUpload(context, outcome.received, parsed);
    return { success: true, ...presentUpload(file) };
  } catch (error) {
    await undo(context, outcome);
    throw error;
  }
};

const uploadGeneric = async (
  context: ReceivingContext,
  request: FastifyRequest,
): Promise<UploadResponse> => {
  const user = await requireUser(request);
  const size = announced(request, deviceRules.desktop.maxMegabytes * 1024 ** 2);
  const { fields, received } = await readForm(
    request.raw,
    context.throttle,
    async (file): Promise<Received & { readonly name: string }> => ({
      ...(await receiveUpload(context, claimOf(file, user, 'generic', size), file.content)),
      name: file.name,
    }),
    ({ id }) => discardUnlessComplete(context, id),
  );
  try {
    const { deviceInfo } = parseFields(genericFieldsSchema, fields);
    requireDeviceRules(deviceInfo.type, received);
    return { success: true, ...presentUpload(await completeUpload(context, received, null)) };
  } catch (error) {
    await discardUnlessComplete(context, received.id);
    throw error;
  }
};

/** The two calls that receive a file as a form. Their errors have the specification's form. */
export const addUploadCalls = (app: FastifyInstance, context: ReceivingContext): void => {
  app.setErrorHandler(respondWithRejection);
  for (const [url, upload] of [
    [CHUNKED_UPLOAD_PATH, uploadChunked],
    [GENERIC_UPLOAD_PATH, uploadGeneric],
  ] as const) {
    app.route({
      method: 'POST',
      url,
      config: { limit: { cost: UPLOAD_COST }, slowBody: true, scope: 'uploads:write' },
      handler: (request) => upload(context, request),
    });
  }
};
