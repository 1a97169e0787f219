import type { StoredFile } from '@izgodno/contract/uploads/file';
import { uploadPurposes } from '@izgodno/contract/uploads/multipart';
import { CallError } from '#platform/http/errors.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { FileRow } from './file-repository.ts';

/** What files can belong to. */
export interface FileSubject {
  readonly kind: 'deal' | 'message' | 'avatar';
  /** The id of the deal, the message, or the avatar's user. */
  readonly id: string;
}

/** The declared target of an upload. */
export interface UploadTarget {
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** A message's id, or the client's id of it (`clientId`). */
  readonly messageId: string;
}

/**
 * A feature's access policy for the files of its subjects. Registered once, before the first call.
 * A deleted subject has no readers.
 */
export interface FileAccessPolicy {
  readonly kind: FileSubject['kind'];
  /**
   * Whether the caller may read the files of this subject; null is a visitor who is not signed in.
   */
  mayRead(subjectId: string, reader: Principal | null): Promise<boolean>;
  /**
   * Called when a file of this subject was processed: its dimensions, length and variants are
   * known, or it was rejected. May be called twice.
   */
  processed?(subjectId: string, file: StoredFile): Promise<void>;
}

/**
 * Whether a user may upload to a target: false if the channel is not theirs, or the message is
 * another user's. A message not yet sent has no owner.
 */
export type UploadPolicy = (target: UploadTarget, user: Principal) => Promise<boolean>;

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
  file: Pick<FileRow, 'owner_id' | 'subject_kind' | 'subject_id'>,
  reader: Principal | null,
  policies: ReadonlyMap<FileSubject['kind'], FileAccessPolicy>,
): Promise<boolean> => {
  if (reader !== null && file.owner_id === reader.id) return true;
  if (file.subject_kind === null || file.subject_id === null) return false;
  const policy = policies.get(file.subject_kind);
  return policy === undefined ? false : policy.mayRead(file.subject_id, reader);
};
