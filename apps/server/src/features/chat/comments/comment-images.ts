import { commentFieldErrors } from '@izgodno/contract/chat/comment-calls';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Transaction } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { ChatContext } from '../chat-context.ts';
import type { MessageRow } from '../messages/message-rows.ts';

const unknownFiles = (cause?: unknown): CallError =>
  new CallError('validation_failed', {
    fields: {
      attachments: { code: commentFieldErrors.unknownFile, message: 'Expected own images' },
    },
    cause,
  });

/** Throws `validation_failed` unless these are images of the user, each once. */
export const requireOwnImages = async (
  { files }: ChatContext,
  ids: readonly string[],
  userId: string,
): Promise<readonly StoredFile[]> => {
  const found = await files.findOwned([...new Set(ids)], userId);
  if (found.length !== ids.length || found.some(({ kind }) => kind !== 'image'))
    throw unknownFiles();
  return found;
};

/** Throws `validation_failed` if something else uses one of the images. */
export const attachImages = async (
  { files }: ChatContext,
  transaction: Transaction<Schema>,
  { id, sender_id: senderId }: MessageRow,
  images: readonly StoredFile[],
): Promise<void> => {
  const ids = images.map((image) => image.id);
  await files
    .attach(ids, { kind: 'message', id }, senderId, transaction)
    .catch((error: unknown) => {
      throw error instanceof CallError && error.code === 'not_found' ? unknownFiles(error) : error;
    });
};
