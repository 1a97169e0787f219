import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { getUploadConfig } from '@izgodno/contract/uploads/calls';
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
import type { UploadPolicy } from './files.ts';
import { requireDeviceRules } from './device-rules.ts';
import { originalName } from './file-name.ts';
import type { FileRow } from './file-repository.ts';
import { parseFields } from './parse-fields.ts';
import {
  presentUpload,
  type Claim,
  type UploadReceiver,
  type Received,
} from './upload-receiver.ts';
import {
  announcedSize,
  MAX_FORM_OVERHEAD,
  readForm,
  type FormFields,
  type FormFile,
} from './read-form.ts';
import { respondWithRejection, tooLarge } from './rejection.ts';
import type { Throttle } from './throttle.ts';
import { requireMayUpload } from './file-access.ts';

/** The cost of each call that receives a file, because it is inspected and stored. */
export const UPLOAD_COST = 5;

export interface UploadRoutesDependencies {
  readonly intake: UploadReceiver;
  readonly settings: Settings;
  readonly policy: () => UploadPolicy | null;
  readonly turns: Throttle;
}

/** The result of a form's file: stored bytes, or an earlier attempt's file. */
type Outcome = { readonly kept: Received } | { readonly earlier: FileRow };

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

export const addUploadConfig = (app: FastifyInstance, settings: Settings): void => {
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

/** The two calls that receive a file as a form. Their errors have the specification's form. */
export const addUploadCalls = (
  app: FastifyInstance,
  { intake, settings, policy, turns }: UploadRoutesDependencies,
): void => {
  const undo = async (outcome: Outcome): Promise<void> => {
    if ('kept' in outcome) await intake.discard(outcome.kept.id);
  };
  /** With all fields before the file, the checks on them run before its bytes are stored. */
  const receiveChunked = async (
    file: FormFile,
    before: FormFields,
    user: Principal,
    size: number,
  ): Promise<Outcome> => {
    const early = parseStorable(chunkedFieldsSchema, { ...before });
    if (early.success) {
      await requireMayUpload(early.data, user, policy());
      const earlier = await intake.findEarlier(user.id, early.data.uploadId);
      if (earlier !== null) {
        await skip(file.content);
        return { earlier: requireSameFile(earlier, file.name) };
      }
    }
    const claim = claimOf(file, user, 'chunked', size);
    return { kept: await intake.receive(claim, file.content, early.data) };
  };

  const completeChunked = async (
    { kept }: { readonly kept: Received },
    fields: ChunkedFields,
    user: Principal,
  ): Promise<FileRow> => {
    await requireMayUpload(fields, user, policy());
    return intake.complete(kept, fields);
  };

  const uploadChunked = async (request: FastifyRequest): Promise<UploadResponse> => {
    const user = await requireUser(request);
    const size = announced(request, settings.UPLOAD_MAX_FILE_SIZE);
    const { fields, received } = await readForm(
      request.raw,
      turns,
      (file, before) => receiveChunked(file, before, user, size),
      undo,
    );
    if ('earlier' in received) return { success: true, ...presentUpload(received.earlier) };
    try {
      const parsed = parseFields(chunkedFieldsSchema, fields);
      return { success: true, ...presentUpload(await completeChunked(received, parsed, user)) };
    } catch (error) {
      await undo(received);
      throw error;
    }
  };

  const uploadGeneric = async (request: FastifyRequest): Promise<UploadResponse> => {
    const user = await requireUser(request);
    const size = announced(request, deviceRules.desktop.maxMegabytes * 1024 ** 2);
    const { fields, received } = await readForm(
      request.raw,
      turns,
      async (file): Promise<Received & { readonly name: string }> => ({
        ...(await intake.receive(claimOf(file, user, 'generic', size), file.content)),
        name: file.name,
      }),
      (kept) => intake.discard(kept.id),
    );
    try {
      const { deviceInfo } = parseFields(genericFieldsSchema, fields);
      requireDeviceRules(deviceInfo.type, received);
      return { success: true, ...presentUpload(await intake.complete(received, null)) };
    } catch (error) {
      await intake.discard(received.id);
      throw error;
    }
  };

  app.setErrorHandler(respondWithRejection);
  const config = { limit: { cost: UPLOAD_COST }, slowBody: true };
  app.route({ method: 'POST', url: CHUNKED_UPLOAD_PATH, config, handler: uploadChunked });
  app.route({ method: 'POST', url: GENERIC_UPLOAD_PATH, config, handler: uploadGeneric });
};
