import { Readable } from 'node:stream';
import type { Transaction } from 'kysely';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import { UNATTACHED_FILE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Database, Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import {
  mayReadFile,
  requireMayUpload,
  type FileAccessPolicy,
  type FileSubject,
  type UploadPolicy,
  type UploadTarget,
} from './file-access.ts';
import { presentFile, type FileRow } from './file-repository.ts';
import {
  completeUpload,
  discardFile,
  receiveUpload,
  receivingLifetimeMs,
} from './upload-receiver.ts';
import { after, type UploadsContext } from './uploads-context.ts';

/** An image that the product fetched for a user. */
export interface FetchedImage {
  readonly ownerId: string;
  readonly name: string;
  /** The type that its server declared. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** How long released files stay, so that current readers can finish. */
const RELEASED_LIFETIME_MS = HOUR_MS;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isComplete = (file: FileRow): boolean =>
  file.status === 'processing' || file.status === 'ready';

/** When bytes of an unused file last arrived: what expires is renewed by them. */
const lastActiveOf = ({ status, method, expires_at }: FileRow): readonly number[] => {
  if (expires_at === null) return [];
  const lifetime =
    status === 'receiving' ? receivingLifetimeMs(method) : UNATTACHED_FILE_LIFETIME_MS;
  return [expires_at.getTime() - lifetime];
};

const findFiles = (database: Database, ids: readonly string[]): Promise<FileRow[]> => {
  const known = ids.filter((id) => uuid.test(id));
  return known.length === 0
    ? Promise.resolve([])
    : database.selectFrom('files').selectAll().where('id', 'in', known).execute();
};

/** A file of a subject. */
export interface AttachedFile extends StoredFile {
  /** The place in a message that its upload named. */
  readonly placeholderId: string | null;
}

const attachWithin = async (
  transaction: Transaction<Schema>,
  ids: readonly string[],
  subject: FileSubject,
  ownerId: string,
): Promise<readonly AttachedFile[]> => {
  if (ids.some((id) => !uuid.test(id))) throw new CallError('not_found');
  const rows = await transaction
    .updateTable('files')
    .set({ subject_kind: subject.kind, subject_id: subject.id, expires_at: null })
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('status', 'in', ['processing', 'ready'])
    .where((where) =>
      where.or([
        where('subject_kind', 'is', null),
        where.and([where('subject_kind', '=', subject.kind), where('subject_id', '=', subject.id)]),
      ]),
    )
    .returningAll()
    .execute();
  if (rows.length !== ids.length) throw new CallError('not_found');
  const byId = new Map(
    rows.map((row) => [row.id, { ...presentFile(row), placeholderId: row.placeholder_id }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Uploaded files, for the features that use them. */
export class Files {
  readonly #uploads: UploadsContext;
  readonly #policies = new Map<FileSubject['kind'], FileAccessPolicy>();
  #uploadPolicy: UploadPolicy | null = null;

  constructor(uploads: UploadsContext) {
    this.#uploads = uploads;
  }

  registerAccessPolicy(policy: FileAccessPolicy): void {
    this.#policies.set(policy.kind, policy);
  }

  /** Sets the policy of uploads to channels; without one, only `deals` and `profile` accept any. */
  registerUploadPolicy(policy: UploadPolicy): void {
    this.#uploadPolicy = policy;
  }

  /** Throws `forbidden` unless the user may upload to the target. */
  requireMayUpload(
    target: UploadTarget & { readonly userId: string },
    user: Principal,
  ): Promise<void> {
    return requireMayUpload(target, user, this.#uploadPolicy);
  }

  /** Whether a user may read the file. */
  mayRead(file: FileRow, reader: Principal | null): Promise<boolean> {
    return mayReadFile(file, reader, this.#policies);
  }

  /** Notifies the subject of the file that it was processed. */
  async notifyProcessed(id: string): Promise<void> {
    const [file] = await findFiles(this.#uploads.database, [id]);
    if (file === undefined || file.subject_kind === null || file.subject_id === null) return;
    await this.#policies.get(file.subject_kind)?.processed?.(file.subject_id, presentFile(file));
  }

  /**
   * Stores a fetched image as its user's file, by the rules for uploads. Throws `CallError` like an
   * upload, `file_type_refused` also for anything but an image.
   */
  async importImage({ ownerId, name, mediaType, bytes }: FetchedImage): Promise<StoredFile> {
    const received = await receiveUpload(
      this.#uploads,
      { ownerId, method: 'generic', name, mediaType, size: bytes.length },
      // A copy, because the caller may still need the bytes.
      Readable.from([Buffer.from(bytes)]),
    );
    if (received.inspected.kind !== 'image') {
      await discardFile(this.#uploads, received.id);
      throw new CallError('file_type_refused');
    }
    return presentFile(await completeUpload(this.#uploads, received, null));
  }

  /** The files that are this user's own and complete, in the order of `ids`. */
  async findOwned(ids: readonly string[], ownerId: string): Promise<readonly StoredFile[]> {
    const found = await findFiles(this.#uploads.database, ids);
    const own = new Map(
      found
        .filter((row) => row.owner_id === ownerId && isComplete(row))
        .map((row) => [row.id, row]),
    );
    return ids.flatMap((id) => own.get(id) ?? []).map(presentFile);
  }

  /**
   * Attaches these files of the user to the subject. Throws `CallError('not_found')` unless all are
   * complete, the user's own, and attached to no other subject. Idempotent. Returns the files in
   * their present state; the subject's policy is notified of later processing.
   */
  async attach(
    ids: readonly string[],
    subject: FileSubject,
    ownerId: string,
    transaction: Transaction<Schema>,
  ): Promise<readonly AttachedFile[]> {
    const wanted = [...new Set(ids)];
    return wanted.length === 0 ? [] : attachWithin(transaction, wanted, subject, ownerId);
  }

  /** Releases the subject's files except those in `keep`. A job soon removes unused files. */
  async release(
    { kind, id }: FileSubject,
    {
      keep = [],
      transaction,
    }: { readonly keep?: readonly string[]; readonly transaction: Transaction<Schema> },
  ): Promise<void> {
    const attached = this.#releaseAttached(transaction, kind, [id]);
    await (keep.length === 0 ? attached : attached.where('id', 'not in', [...keep])).execute();
  }

  /** Releases the files of any number of subjects of one kind. */
  async releaseAll(
    transaction: Transaction<Schema>,
    kind: FileSubject['kind'],
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length > 0) await this.#releaseAttached(transaction, kind, ids).execute();
  }

  #releaseAttached(database: Database, kind: FileSubject['kind'], ids: readonly string[]) {
    return database
      .updateTable('files')
      .set({
        subject_kind: null,
        subject_id: null,
        expires_at: after(this.#uploads, RELEASED_LIFETIME_MS),
      })
      .where('subject_kind', '=', kind)
      .where(isOneOf('subject_id', ids, 'text'));
  }

  /** What became of the uploads that a user made for a message, known by any of its ids. */
  async findUploadsFor(
    messageIds: readonly string[],
    ownerId: string,
  ): Promise<{
    /** The complete files that nothing uses. */
    readonly unused: readonly string[];
    /** When the last bytes arrived, to within minutes, in ms; null if none did. */
    readonly lastActive: number | null;
  }> {
    const rows = await this.#uploads.database
      .selectFrom('files')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('message_id', 'in', [...messageIds])
      .where('subject_kind', 'is', null)
      .orderBy('id')
      .execute();
    const times = rows.flatMap(lastActiveOf);
    return {
      unused: rows.filter(isComplete).map(({ id }) => id),
      lastActive: times.length === 0 ? null : Math.max(...times),
    };
  }

  /** The files by id; unknown ids are left out. Checks no access policy; the caller must. */
  async describe(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const rows = await findFiles(this.#uploads.database, ids);
    return new Map(rows.map((row) => [row.id, presentFile(row)]));
  }
}
