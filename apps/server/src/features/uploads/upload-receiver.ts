import { pipeline, type Readable } from 'node:stream';
import { fileUrl } from '@izgodno/contract/uploads/file';
import {
  RESUMABLE_LIFETIME_MS,
  UNATTACHED_FILE_LIFETIME_MS,
} from '@izgodno/contract/uploads/limits';
import type { ChunkedFields, UploadResponse, Voice } from '@izgodno/contract/uploads/multipart';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import type { ResumableStore } from '#platform/object-store/resumable-store.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import {
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
import { allKeys } from './stored-objects.ts';

/** How long the sweep leaves a file being received after its last renewal. */
const LEASE_MS = 15 * 60_000;
const LEASE_RENEWAL_MS = 5 * 60_000;

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

export interface UploadReceiverDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly resumable: ResumableStore;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'UPLOAD_MAX_FILE_SIZE' | 'UPLOAD_QUOTA' | 'UPLOAD_TYPES'>;
  /** Called for each complete file that must be processed. */
  readonly process: (id: string) => Promise<void>;
  /** Whether files of this kind are processed before they can be read. */
  readonly needsProcessing: (kind: FileRow['kind']) => boolean;
}

/** Inserts the row, writes the bytes, marks it complete; undoes all on failure. */
export interface UploadReceiver {
  /** Inserts the row of an upload whose bytes follow; returns the file's id. */
  reserve(claim: Claim, identity?: Identity): Promise<string>;
  /**
   * Stores the bytes of one upload. On failure throws the error and leaves nothing. If the identity
   * is given, the next attempt removes what a crash leaves of this one. The chunks of `content` are
   * consumed: their memory is freed once they are stored.
   */
  receive(claim: Claim, content: Readable, identity?: Identity): Promise<Received>;
  /**
   * Makes it the user's file, under its identity; an identity that already has a file keeps that
   * one.
   */
  complete(received: Received, identity: Identity | null): Promise<FileRow>;
  /** Removes everything of a file. */
  discard(id: string, method?: FileRow['method']): Promise<void>;
  /**
   * The complete file of an attempt earlier than `self`. An incomplete one is removed, because the
   * newest attempt wins; the sender of the older one gets an error at its end.
   */
  findEarlier(ownerId: string, uploadId: string, self?: string): Promise<FileRow | null>;
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

export const createUploadReceiver = (dependencies: UploadReceiverDependencies): UploadReceiver => {
  const { database, store, resumable, clock, settings } = dependencies;
  const after = (milliseconds: number): Date => new Date(clock.now() + milliseconds);

  const discard = async (id: string, method: FileRow['method'] = 'chunked'): Promise<void> => {
    if (method === 'resumable') await resumable.remove(id);
    await store.remove(allKeys(id));
    await deleteRow(database, id);
  };

  const reserve = async (claim: Claim, identity?: Identity): Promise<string> => {
    const id = createUuidV7(clock.now());
    await reserveFile(
      database,
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
        created_at: after(0),
        expires_at: after(claim.method === 'resumable' ? RESUMABLE_LIFETIME_MS : LEASE_MS),
      },
      settings.UPLOAD_QUOTA,
    ).catch((error: unknown) => {
      // Another attempt under this id began concurrently.
      throw isUniqueViolation(error) ? new CallError('upload_superseded') : error;
    });
    return id;
  };

  const findEarlier: UploadReceiver['findEarlier'] = async (ownerId, uploadId, self) => {
    const earlier = await findByUploadId(database, ownerId, uploadId);
    if (earlier === undefined || earlier.id === self) return null;
    if (earlier.status !== 'receiving') return earlier;
    await discard(earlier.id, earlier.method);
    return null;
  };

  /** Stores the bytes while the row's lease is renewed. */
  const keep = async (id: string, claim: Claim, content: Readable): Promise<Received> => {
    const inspection = createInspection({
      maxSize: settings.UPLOAD_MAX_FILE_SIZE,
      announced: claim.size,
      claimedType: claim.mediaType,
      allowedTypes: settings.UPLOAD_TYPES,
    });
    const lease = setInterval(() => {
      // If this fails, completing the file throws.
      changeFile(database, id, 'receiving', { expires_at: after(LEASE_MS) }).catch(() => {});
    }, LEASE_RENEWAL_MS);
    try {
      // The store receives errors of either side through the stream it reads.
      pipeline(content, inspection.stream, () => {});
      const { size } = await store.write(id, inspection.stream, {
        expectedSize: claim.size,
        disposable: true,
      });
      return { id, ownerId: claim.ownerId, size, inspected: inspection.result() };
    } finally {
      clearInterval(lease);
    }
  };

  const requireFile = async (id: string): Promise<FileRow> => {
    const file = await findFile(database, id);
    if (file === undefined) throw new CallError('upload_superseded');
    return file;
  };

  /**
   * Null once it is complete, or the file that already has this upload id; then this one is
   * removed.
   */
  const completeOnce = async (
    { id, ownerId, size }: Received,
    change: FileChange,
    uploadId: string | null,
  ): Promise<FileRow | null> => {
    const earlier = uploadId === null ? null : await findEarlier(ownerId, uploadId, id);
    if (earlier !== null) {
      if (earlier.original_name !== (await requireFile(id)).original_name) {
        throw new CallError('upload_conflict');
      }
      await discard(id);
      return earlier;
    }
    const file = { id, owner_id: ownerId, size };
    try {
      if (await completeFile(database, file, change, settings.UPLOAD_QUOTA)) return null;
    } catch (error) {
      // Another attempt completed concurrently.
      if (uploadId !== null && isUniqueViolation(error)) throw new CallError('upload_superseded');
      throw error;
    }
    throw new CallError('upload_superseded');
  };

  return {
    reserve,
    discard,
    findEarlier,

    async receive(claim, content, identity) {
      const id = await reserve(claim, identity);
      try {
        return await keep(id, claim, content);
      } catch (error) {
        const superseded = await findFile(database, id).then(
          (file) => file === undefined,
          () => false,
        );
        // If removal fails, the sweep finds the row.
        await discard(id).catch(() => {});
        throw superseded ? new CallError('upload_superseded', { cause: error }) : error;
      }
    },

    async complete(received, identity) {
      const { id, inspected } = received;
      const processing = dependencies.needsProcessing(inspected.kind);
      const change = {
        status: processing ? ('processing' as const) : ('ready' as const),
        media_type: inspected.mediaType,
        kind: inspected.kind,
        expires_at: after(UNATTACHED_FILE_LIFETIME_MS),
        ...(identity === null ? {} : identityColumns(identity)),
        ...(inspected.kind === 'audio' ? voiceColumns(identity?.voice) : {}),
      };
      const completed = await completeOnce(received, change, identity?.uploadId ?? null);
      if (completed !== null) return completed;
      if (processing) await dependencies.process(id);
      return requireFile(id);
    },
  };
};
