import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { mayReadFile } from './file-access.ts';
import type { FileAccessPolicy, Files, FileSubject, UploadPolicy } from './files.ts';
import type { FileRow } from './file-repository.ts';
import { presentFile } from './present-file.ts';

/** How long released files stay, so that current readers can finish. */
const RELEASED_LIFETIME_MS = 60 * 60_000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface StoredFiles extends Omit<Files, 'importImage'> {
  readonly uploadPolicy: () => UploadPolicy | null;
  /** Whether a user may read the file: its owner may, and those whom its access policy allows. */
  mayRead(file: FileRow, reader: Principal | null): Promise<boolean>;
  /** Notifies the user of the file that it was processed. */
  tellSettled(id: string): Promise<void>;
}

const isComplete = (file: FileRow): boolean =>
  file.status === 'processing' || file.status === 'ready';

/** Uploaded files, for the features that use them. */
export const createStoredFiles = (database: Database, clock: Clock): StoredFiles => {
  const policies = new Map<FileSubject['kind'], FileAccessPolicy>();
  let uploadPolicy: UploadPolicy | null = null;

  const find = (ids: readonly string[], from: Database = database): Promise<FileRow[]> => {
    const known = ids.filter((id) => uuid.test(id));
    return known.length === 0
      ? Promise.resolve([])
      : from.selectFrom('files').selectAll().where('id', 'in', known).execute();
  };

  return {
    uploadPolicy: () => uploadPolicy,
    registerAccessPolicy: (policy) => void policies.set(policy.kind, policy),
    registerUploadPolicy: (policy) => {
      uploadPolicy = policy;
    },

    mayRead: (file, reader) => mayReadFile(file, reader, policies),

    async findOwned(ids, ownerId) {
      const rows = new Map((await find(ids)).map((row) => [row.id, row]));
      return ids.flatMap((id): StoredFile[] => {
        const row = rows.get(id);
        return row !== undefined && row.owner_id === ownerId && isComplete(row)
          ? [presentFile(row)]
          : [];
      });
    },

    async attach(ids, subject, ownerId, transaction) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return [];
      const run = async (within: Database): Promise<readonly StoredFile[]> => {
        if (wanted.some((id) => !uuid.test(id))) throw new CallError('not_found');
        const rows = await within
          .updateTable('files')
          .set({ subject_kind: subject.kind, subject_id: subject.id, expires_at: null })
          .where('id', 'in', wanted)
          .where('owner_id', '=', ownerId)
          .where('status', 'in', ['processing', 'ready'])
          .where((where) =>
            where.or([
              where('subject_kind', 'is', null),
              where.and([
                where('subject_kind', '=', subject.kind),
                where('subject_id', '=', subject.id),
              ]),
            ]),
          )
          .returningAll()
          .execute();
        if (rows.length !== wanted.length) throw new CallError('not_found');
        const byId = new Map(rows.map((row) => [row.id, presentFile(row)]));
        return wanted.flatMap((id) => byId.get(id) ?? []);
      };
      return transaction === undefined ? database.transaction().execute(run) : run(transaction);
    },

    async release(subject, { keep = [], transaction = database } = {}) {
      const held = transaction
        .updateTable('files')
        .set({
          subject_kind: null,
          subject_id: null,
          expires_at: new Date(clock.now() + RELEASED_LIFETIME_MS),
        })
        .where('subject_kind', '=', subject.kind)
        .where('subject_id', '=', subject.id);
      await (keep.length === 0 ? held : held.where('id', 'not in', [...keep])).execute();
    },

    async tellSettled(id) {
      const [file] = await find([id]);
      if (file === undefined || file.subject_kind === null || file.subject_id === null) return;
      await policies.get(file.subject_kind)?.settled?.(file.subject_id, presentFile(file));
    },

    async describe(ids) {
      return new Map((await find(ids)).map((row) => [row.id, presentFile(row)]));
    },
  };
};
