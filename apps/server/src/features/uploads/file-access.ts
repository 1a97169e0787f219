import { uploadPurposes } from '@izgodno/contract/uploads/multipart';
import { CallError } from '#platform/http/errors.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { FileRow } from './file-repository.ts';
import type { FileAccessPolicy, FileSubject, UploadPolicy, UploadTarget } from './files.ts';

const purposes: readonly string[] = uploadPurposes;

/** Throws `forbidden` unless users upload for themselves, and to a place they may write to. */
export const requireMayUpload = async (
  target: UploadTarget & { readonly userId: string },
  user: Principal,
  policy: UploadPolicy | null,
): Promise<void> => {
  if (target.userId !== user.id) throw new CallError('forbidden');
  if (purposes.includes(target.channelId)) return;
  if (policy === null || !(await policy(target, user))) throw new CallError('forbidden');
};

/** Whether a user may read a file: its owner may, others as the policy of its subject says. */
export const mayReadFile = async (
  file: FileRow,
  reader: Principal | null,
  policies: ReadonlyMap<FileSubject['kind'], FileAccessPolicy>,
): Promise<boolean> => {
  if (reader !== null && file.owner_id === reader.id) return true;
  if (file.subject_kind === null || file.subject_id === null) return false;
  const policy = policies.get(file.subject_kind);
  return policy === undefined ? false : policy.mayRead(file.subject_id, reader);
};
