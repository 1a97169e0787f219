import { uploadPurposes } from '@izgodno/contract/uploads/multipart';
import { CallError } from '#platform/http/errors.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { UploadPolicy, UploadTarget } from './files.ts';

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
