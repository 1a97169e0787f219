import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import type { Voice } from '@izgodno/contract/uploads/multipart';
import { placeholderId, uploadId } from './naming.ts';
import type { Payload } from './ports.ts';
import type { Upload } from './upload.ts';
import { validateBatch } from './validation.ts';

export interface NewFile {
  readonly file: Blob;
  readonly name: string;
  readonly voice?: Voice;
}

/** Files that are sent together, and their target. */
export interface Batch {
  readonly userId: string;
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** The client id of the message or post. */
  readonly messageId: string;
  readonly files: readonly NewFile[];
}

/**
 * Returns the payload of each file of a batch, numbered after the files that its message already
 * has. Throws `BatchRefusedError` if a file is rejected.
 */
export const planBatch = (
  { userId, channelId, messageId, files }: Batch,
  uploads: readonly Upload[],
  config: UploadConfig,
): readonly Payload[] => {
  const held = uploads.filter(({ facts }) => facts.messageId === messageId);
  validateBatch(
    files.map(({ file, name }) => ({ name, size: file.size, type: file.type })),
    held.length,
    config,
  );
  const first = Math.max(-1, ...held.map(({ facts }) => facts.index)) + 1;
  return files.map(({ file, name, voice }, place): Payload => {
    const index = first + place;
    return {
      facts: {
        id: uploadId(messageId, index),
        placeholderId: placeholderId(messageId, index, { name, size: file.size }),
        batchId: `${messageId}_${first}`,
        index,
        userId,
        channelId,
        messageId,
        fileName: name,
        fileSize: file.size,
        mimeType: file.type,
        chunkSize: config.chunkSize,
        resumable: config.uploadMethod === 'resumable',
      },
      file,
      voice: voice ?? null,
      resumeUrl: null,
    };
  });
};
