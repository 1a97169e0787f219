import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { MAX_UPLOAD_ID_LENGTH } from '@izgodno/contract/uploads/limits';
import type { Voice } from '@izgodno/contract/uploads/multipart';
import type { Payload } from './ports.ts';
import type { Upload } from './upload.ts';
import { BatchRejectedError, type FileError, type NamedError } from './errors.ts';

/** The name, size and type of a file. */
interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type as the browser reports it; may be empty. */
  readonly type: string;
}

type Limits = Pick<UploadConfig, 'maxFileSize' | 'maxFiles' | 'allowedTypes'>;

const allows = (allowed: readonly string[], type: string): boolean =>
  // If the browser does not know the type, the server checks the content.
  type === '' ||
  allowed.length === 0 ||
  allowed.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type,
  );

/**
 * Returns the error of one file, or null. `count` is how many files its target already has; one more
 * is accepted while it is below `maxFiles` (specification, section 5).
 */
const validateFile = (file: FileFacts, count: number, limits: Limits): FileError | null => {
  if (count >= limits.maxFiles) return { kind: 'too-many', limit: limits.maxFiles };
  if (file.size <= 0) return { kind: 'empty' };
  if (file.size > limits.maxFileSize) {
    return { kind: 'exceeds-limit', size: file.size, limit: limits.maxFileSize };
  }
  // `audio/webm;codecs=opus` counts as `audio/webm`.
  const mimeType = file.type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return allows(limits.allowedTypes, mimeType) ? null : { kind: 'type-rejected', mimeType };
};

/** Throws `BatchRejectedError` with every invalid file. */
const validateBatch = (files: readonly FileFacts[], count: number, limits: Limits): void => {
  const errors = files.flatMap((file, index): NamedError[] => {
    const error = validateFile(file, count + index, limits);
    return error === null ? [] : [{ index, fileName: file.name, error }];
  });
  if (errors.length > 0) throw new BatchRejectedError(errors);
};

/** `upload_{messageId}_{index}` (specification, section 9). */
const uploadId = (messageId: string, index: number): string => `upload_${messageId}_${index}`;

/**
 * Message id, index, the file name reduced to letters and digits, and size (specification, section
 * 9).
 */
const placeholderId = (
  messageId: string,
  index: number,
  { name, size }: { readonly name: string; readonly size: number },
): string => {
  const rest = `${messageId}_${index}__${size}`;
  const letters = name
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_UPLOAD_ID_LENGTH - rest.length)
    // The server rejects half a character, which is cut in two above.
    .toWellFormed();
  return `${messageId}_${index}_${letters}_${size}`;
};

export interface NewFile {
  readonly file: Blob;
  readonly name: string;
  readonly voice?: Voice;
  /** The place of a file that never came, which it takes. */
  readonly placeholderId?: string | null;
}

/** Files that are sent together, and their target. */
export interface Batch {
  readonly userId: string;
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** The client id of the message or post. */
  readonly messageId: string;
  readonly files: readonly NewFile[];
  /** Index of the first file, if the message has earlier ones that this page does not know. */
  readonly firstIndex?: number;
  /** How many files the target has room for, if it is no message, whose limit is the server's. */
  readonly maxFiles?: number;
}

/**
 * Returns the payload of each file of a batch, numbered after the files that its message already
 * has. Throws `BatchRejectedError` if a file is rejected.
 */
export const planBatch = (
  { userId, channelId, messageId, files, firstIndex = 0, maxFiles }: Batch,
  uploads: readonly Upload[],
  config: UploadConfig,
): readonly Payload[] => {
  const held = uploads.filter(({ facts }) => facts.messageId === messageId);
  validateBatch(
    files.map(({ file, name }) => ({ name, size: file.size, type: file.type })),
    held.length,
    { ...config, maxFiles: maxFiles ?? config.maxFiles },
  );
  const first = Math.max(firstIndex - 1, ...held.map(({ facts }) => facts.index)) + 1;
  return files.map(({ file, name, voice, placeholderId: givenId }, position): Payload => {
    const index = first + position;
    return {
      facts: {
        id: uploadId(messageId, index),
        placeholderId: givenId ?? placeholderId(messageId, index, { name, size: file.size }),
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
