import { pipeline, type Readable } from 'node:stream';
import { fileUrl } from '@izgodno/contract/uploads/file';
import {
  RESUMABLE_LIFETIME_MS,
  UNATTACHED_FILE_LIFETIME_MS,
} from '@izgodno/contract/uploads/limits';
import type { ChunkedFields, UploadResponse, Voice } from '@izgodno/contract/uploads/multipart';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import {
  allKeys,
  changeFile,
  completeFile,
  deleteRow,
  findByUploadId,
  findFile,
  reserveFile,
  type FileChange,
  type FileRow,
} from './file-repository.ts';
import { originalName, sanitizeName } from './file-name.ts';
import { createInspection, type Inspected } from './inspection.ts';
import type { IsNewest } from './newest-attempts.ts';
import { enqueueProcessing, needsProcessing } from './processing/process-file.ts';
import { after, type UploadsContext } from './uploads-context.ts';

/** How long the sweep leaves a file being received after its last renewal. */
const LEASE_MS = 15 * 60_000;
const LEASE_RENEWAL_MS = 5 * 60_000;

/** How often an attempt takes over from others that begin at the same moment. */
const MOST_TAKEOVERS = 5;

/** How long an unfinished upload lives after its last bytes. */
export const receivingLifetimeMs = (method: FileRow['method']): number =>
  method === 'resumable' ? RESUMABLE_LIFETIME_MS : LEASE_MS;

/** The declared properties of an upload, before its bytes are read. */
export interface Claim {
  readonly ownerId: string;
  readonly method: FileRow['method'];
  readonly name: string;
  readonly mediaType: string;
  /** Bytes; 0 if not declared. */
  readonly size: number;
}

export type Identity = Pick<
  ChunkedFields,
  'channelId' | 'messageId' | 'uploadId' | 'placeholderId' | 'voice'
>;

/** A file whose bytes are stored, but that has no owner yet. */
export interface Received {
  readonly id: string;
  readonly ownerId: string;
  readonly size: number;
  readonly inspected: Inspected;
}

export const presentUpload = (file: FileRow): Omit<UploadResponse, 'success'> => ({
  fileId: file.id,
  fileUrl: fileUrl(file.id),
  originalName: file.original_name,
  fileName: file.object_key,
  filenameSanitized: file.name,
  size: file.size,
  mediaType: file.media_type,
});

const voiceColumns = (voice: Voice | undefined) =>
  voice === undefined ? {} : { duration_ms: voice.durationMs, peaks: voice.peaks };

const identityColumns = (identity: Identity) => ({
  upload_id: identity.uploadId,
  channel_id: identity.channelId,
  message_id: identity.messageId,
  placeholder_id: identity.placeholderId ?? null,
});

/** Removes everything of a file. */
export const discardFile = async (
  { database, store, resumable }: UploadsContext,
  id: string,
  method: FileRow['method'] = 'chunked',
): Promise<void> => {
  if (method === 'resumable') await resumable.remove(id);
  await store.remove(allKeys(id));
  await deleteRow(database, id);
};

/**
 * Discards an upload that failed, unless it is complete: the response of a commit may be lost, and a
 * repetition then finds the file. Throws, and removes nothing, while the database is unavailable; the
 * sweep finds the row.
 */
export const discardUnlessComplete = async (
  uploads: UploadsContext,
  id: string,
  method: FileRow['method'] = 'chunked',
): Promise<void> => {
  const isIncomplete = await changeFile(uploads.database, id, 'receiving', {
    expires_at: after(uploads, 0),
  });
  if (isIncomplete || (await findFile(uploads.database, id)) === undefined)
    await discardFile(uploads, id, method);
};

/** Inserts the row of an upload whose bytes follow; returns the file's id. */
const reserveUpload = async (
  uploads: UploadsContext,
  claim: Claim,
  identity?: Identity,
): Promise<string> => {
  const id = createUuidV7(uploads.clock.now());
  await reserveFile(
    uploads.database,
    {
      id,
      owner_id: claim.ownerId,
      status: 'receiving',
      method: claim.method,
      ...(identity === undefined ? {} : identityColumns(identity)),
      ...voiceColumns(identity?.voice),
      original_name: originalName(claim.name),
      name: sanitizeName(claim.name),
      media_type: claim.mediaType.slice(0, 100),
      kind: 'other',
      size: claim.size,
      object_key: id,
      created_at: after(uploads, 0),
      expires_at: after(uploads, receivingLifetimeMs(claim.method)),
    },
    uploads.settings.UPLOAD_QUOTA,
  ).catch((error: unknown) => {
    // Another attempt under this id began concurrently.
    throw isUniqueViolation(error) ? new CallError('upload_superseded') : error;
  });
  return id;
};

/**
 * The complete file of an earlier attempt. An incomplete one is removed, because the newest attempt
 * wins; the sender of the older one gets an error at its end.
 */
export const findEarlier = async (
  uploads: UploadsContext,
  ownerId: string,
  uploadId: string,
  isNewest: IsNewest = () => true,
): Promise<FileRow | null> => {
  const earlier = await findByUploadId(uploads.database, ownerId, uploadId);
  if (earlier !== undefined && earlier.status !== 'receiving') return earlier;
  // Comes after the row was read, which may be the newer attempt's.
  if (!isNewest()) throw new CallError('upload_superseded');
  if (earlier === undefined) return null;
  // It may complete meanwhile.
  await discardUnlessComplete(uploads, earlier.id, earlier.method);
  return (await findFile(uploads.database, earlier.id)) ?? null;
};

/**
 * Begins an upload in place of older attempts: the id of its reserved row, or the complete file of
 * one of them.
 */
export const beginUpload = async (
  uploads: UploadsContext,
  claim: Claim,
  identity: Identity,
  isNewest: IsNewest,
): Promise<{ readonly id: string } | { readonly earlier: FileRow }> => {
  for (let left = MOST_TAKEOVERS; ; left -= 1) {
    const earlier = await findEarlier(uploads, claim.ownerId, identity.uploadId, isNewest);
    if (earlier !== null) return { earlier };
    try {
      return { id: await reserveUpload(uploads, claim, identity) };
    } catch (error) {
      // An older one has reserved meanwhile.
      const isRepeated = error instanceof CallError && error.code === 'upload_superseded';
      if (!isRepeated || !isNewest() || left === 1) throw error;
    }
  }
};

/** Postpones the removal of an unfinished upload, because bytes of it arrive. */
export const renewUpload = async (
  uploads: UploadsContext,
  { id, method }: Pick<FileRow, 'id' | 'method'>,
): Promise<void> => {
  const renewed = { expires_at: after(uploads, receivingLifetimeMs(method)) };
  await changeFile(uploads.database, id, 'receiving', renewed);
};

/** Runs the work that receives bytes of an upload, and postpones the upload's removal meanwhile. */
export const whileRenewing = async <Result>(
  uploads: UploadsContext,
  file: Pick<FileRow, 'id' | 'method'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const renewal = setInterval(() => {
    // If this fails, completing the file throws.
    renewUpload(uploads, file).catch(() => {});
  }, LEASE_RENEWAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
};

/** Stores the bytes while the row's lease is renewed. */
const storeBytes = async (
  uploads: UploadsContext,
  id: string,
  claim: Claim,
  content: Readable,
): Promise<Received> => {
  const { store, settings } = uploads;
  const inspection = createInspection({
    maxSize: settings.UPLOAD_MAX_FILE_SIZE,
    announced: claim.size,
    claimedType: claim.mediaType,
    allowedTypes: settings.UPLOAD_TYPES,
  });
  return whileRenewing(uploads, { id, method: claim.method }, async () => {
    // The store receives errors of either side through the stream it reads.
    pipeline(content, inspection.stream, () => {});
    const { size } = await store.write(id, inspection.stream, {
      expectedSize: claim.size,
      disposable: true,
    });
    return { id, ownerId: claim.ownerId, size, inspected: inspection.result() };
  });
};

/**
 * Stores the bytes of one upload, whose row may be reserved. On failure throws the error and leaves
 * nothing. The chunks of `content` are consumed: their memory is freed once they are stored.
 */
export const receiveUpload = async (
  uploads: UploadsContext,
  claim: Claim,
  content: Readable,
  reservedId?: string,
): Promise<Received> => {
  const id = reservedId ?? (await reserveUpload(uploads, claim));
  try {
    return await storeBytes(uploads, id, claim, content);
  } catch (error) {
    const superseded = await findFile(uploads.database, id).then(
      (file) => file === undefined,
      () => false,
    );
    // If removal fails, the sweep finds the row.
    await discardFile(uploads, id).catch(() => {});
    throw superseded ? new CallError('upload_superseded', { cause: error }) : error;
  }
};

const requireFile = async ({ database }: UploadsContext, id: string): Promise<FileRow> => {
  const file = await findFile(database, id);
  if (file === undefined) throw new CallError('upload_superseded');
  return file;
};

/**
 * The complete file that already has the id of an upload, which is then removed. Only an upload whose
 * row has no id, because its form had the file first, can meet one: while a row has the id, no other
 * has. One whose row is gone must not remove the newer attempt that has taken its place.
 */
const findSame = async (
  uploads: UploadsContext,
  { id, ownerId }: Received,
  uploadId: string,
): Promise<FileRow | null> => {
  const own = await requireFile(uploads, id);
  if (own.upload_id === uploadId) return null;
  const earlier = await findEarlier(uploads, ownerId, uploadId);
  if (earlier === null) return null;
  if (earlier.original_name !== own.original_name) throw new CallError('upload_conflict');
  await discardFile(uploads, id);
  return earlier;
};

/** Null once it is complete, or the file that already has this upload id. */
const completeOnce = async (
  uploads: UploadsContext,
  received: Received,
  change: FileChange,
  uploadId: string | null,
): Promise<FileRow | null> => {
  const earlier = uploadId === null ? null : await findSame(uploads, received, uploadId);
  if (earlier !== null) return earlier;
  const { id, ownerId, size } = received;
  const file = { id, owner_id: ownerId, size };
  try {
    if (await completeFile(uploads.database, file, change, uploads.settings.UPLOAD_QUOTA))
      return null;
  } catch (error) {
    // Another attempt completed concurrently.
    if (uploadId !== null && isUniqueViolation(error)) throw new CallError('upload_superseded');
    throw error;
  }
  throw new CallError('upload_superseded');
};

/**
 * Makes it the user's file, under its identity; an identity that already has a file keeps that one.
 */
export const completeUpload = async (
  uploads: UploadsContext,
  received: Received,
  identity: Identity | null,
): Promise<FileRow> => {
  const { id, ownerId, inspected } = received;
  const processing = needsProcessing(uploads, inspected.kind);
  const change = {
    status: processing ? ('processing' as const) : ('ready' as const),
    media_type: inspected.mediaType,
    kind: inspected.kind,
    expires_at: after(uploads, UNATTACHED_FILE_LIFETIME_MS),
    ...(identity === null ? {} : identityColumns(identity)),
    ...(inspected.kind === 'audio' ? voiceColumns(identity?.voice) : {}),
  };
  const earlier = await completeOnce(uploads, received, change, identity?.uploadId ?? null);
  if (earlier !== null) return earlier;
  if (processing) await enqueueProcessing(uploads, id, ownerId);
  return requireFile(uploads, id);
};
