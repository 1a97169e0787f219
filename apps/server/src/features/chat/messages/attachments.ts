import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import { fileIdOfUrl, type StoredFile } from '@izgodno/contract/uploads/file';
import type { StoredAttachment } from '#schema/chat.ts';
import { CallError } from '#platform/http/errors.ts';
import type { AttachedFile } from '#features/uploads/api.ts';

type Recording = Pick<StoredAttachment, 'durationMs' | 'waveform'>;

const recordingOf = ({ durationMs, waveform }: Recording): Recording => ({
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(waveform === undefined ? {} : { waveform }),
});

/**
 * A file as a message stores it. What the server read from the file takes precedence over what the
 * sender gave.
 */
const attachFile = (file: StoredFile, said: Recording): StoredAttachment => ({
  id: file.id,
  fileName: file.name,
  fileSize: file.size,
  mimeType: file.mediaType,
  // A harmful or unreadable file was removed.
  fileUrl: file.status === 'refused' ? null : file.url,
  isPlaceholder: false,
  placeholderId: null,
  uploadStatus: file.status === 'refused' ? 'failed' : 'completed',
  progress: 100,
  storjDetails: null,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
  ...(file.variants['small.webp'] === undefined
    ? {}
    : { thumbnailUrl: file.variants['small.webp'] }),
  ...recordingOf({
    durationMs: file.durationMs ?? said.durationMs,
    waveform: file.peaks ?? said.waveform,
  }),
});

/** The placeholder of a file that is still being uploaded (specification, section 3). */
const attachPlaceholder = (
  given: Extract<NewAttachment, { isPlaceholder: true }>,
): StoredAttachment => ({
  id: given.placeholderId,
  fileName: given.fileName,
  fileSize: given.fileSize,
  mimeType: given.mimeType,
  fileUrl: null,
  isPlaceholder: true,
  placeholderId: given.placeholderId,
  uploadStatus: 'pending',
  progress: 0,
  storjDetails: {
    currentChunk: 0,
    totalChunks: 0,
    uploadSpeed: 0,
    estimatedTimeRemaining: 0,
    phase: 'queued',
  },
  ...recordingOf(given),
});

/** The ids of the files among a message's new attachments. */
export const fileIdsOf = (given: readonly NewAttachment[]): string[] =>
  given.flatMap((attachment) => ('fileId' in attachment ? [attachment.fileId] : []));

/** The attachments a message stores. Throws `not_found` for a file that is not among `files`. */
export const keepAttachments = (
  given: readonly NewAttachment[],
  files: readonly StoredFile[],
): StoredAttachment[] => {
  const byId = new Map(files.map((file) => [file.id, file]));
  return given.map((attachment) => {
    if (!('fileId' in attachment)) return attachPlaceholder(attachment);
    const file = byId.get(attachment.fileId);
    if (file === undefined) throw new CallError('not_found');
    return attachFile(file, attachment);
  });
};

/** The id in the URL of a file. Throws `validation_failed` with the field for any other URL. */
export const fileIdOf = (url: string, field: string): string => {
  const id = fileIdOfUrl(url);
  if (id !== null) return id;
  throw new CallError('validation_failed', {
    fields: { [field]: { code: 'not_a_file', message: 'Expected a file' } },
  });
};

/** The ids in URLs of files. Throws `validation_failed` for any other URL. */
export const fileIdsOfUrls = (urls: readonly string[]): string[] =>
  urls.map((url, index) => fileIdOf(url, `fileUrls.${index}`));

/** Whether it is a placeholder that still waits for its file. */
export const isFree = ({ isPlaceholder }: StoredAttachment): boolean => isPlaceholder;

/** The ids of the placeholders that still wait. */
export const freePlaceholderIds = (attachments: readonly StoredAttachment[]): readonly string[] =>
  attachments.flatMap((attachment) => (isFree(attachment) ? (attachment.placeholderId ?? []) : []));

/**
 * The attachments with free placeholders failed, by default all; a retried upload still fills one
 * that has failed.
 */
export const failFreePlaceholders = (
  attachments: readonly StoredAttachment[],
  hasFailed: (placeholderId: string) => boolean = () => true,
): StoredAttachment[] =>
  attachments.map((attachment) =>
    isFree(attachment) && hasFailed(attachment.placeholderId ?? '')
      ? { ...attachment, uploadStatus: 'failed' }
      : attachment,
  );

const fillPlaceholder = (placeholder: StoredAttachment, file: StoredFile): StoredAttachment => ({
  ...attachFile(file, placeholder),
  placeholderId: placeholder.placeholderId,
});

/** Puts files into the free placeholders, by their ids. */
export const fillNamedPlaceholders = (
  attachments: readonly StoredAttachment[],
  fileOf: (placeholderId: string) => StoredFile | undefined,
): StoredAttachment[] =>
  attachments.map((attachment) => {
    const file = isFree(attachment) ? fileOf(attachment.placeholderId ?? '') : undefined;
    return file === undefined ? attachment : fillPlaceholder(attachment, file);
  });

const waits = (attachment: StoredAttachment): boolean =>
  isFree(attachment) && attachment.uploadStatus !== 'failed';

/** A file, and the place that its upload named; some programs name none. */
type PlacedFile = StoredFile & Partial<Pick<AttachedFile, 'placeholderId'>>;

/**
 * The index of the free placeholder of a file: the named one, else by name and size, else any; -1 if
 * there is none. One that has failed comes after those that wait, because its file was probably
 * cancelled.
 */
const placeholderIndexOf = (
  attachments: readonly StoredAttachment[],
  { name, size, placeholderId }: PlacedFile,
): number => {
  const isExact = (attachment: StoredAttachment): boolean =>
    isFree(attachment) && attachment.fileName === name && attachment.fileSize === size;
  const choices = [
    (attachment: StoredAttachment) =>
      isFree(attachment) && attachment.placeholderId === placeholderId,
    (attachment: StoredAttachment) => isExact(attachment) && waits(attachment),
    isExact,
    waits,
    isFree,
  ];
  return choices.map((isChosen) => attachments.findIndex(isChosen)).find((at) => at !== -1) ?? -1;
};

/**
 * Puts files into their placeholders; files without one are appended. Files already attached stay.
 */
export const fillPlaceholders = (
  attachments: readonly StoredAttachment[],
  files: readonly PlacedFile[],
): StoredAttachment[] => {
  const filled = [...attachments];
  for (const file of files) {
    if (filled.some(({ id }) => id === file.id)) continue;
    const index = placeholderIndexOf(filled, file);
    const placeholder = filled[index];
    if (placeholder === undefined) filled.push(attachFile(file, {}));
    else filled[index] = fillPlaceholder(placeholder, file);
  }
  return filled;
};

/** The attachments with the current state of one of their files. */
export const refreshFile = (
  attachments: readonly StoredAttachment[],
  file: StoredFile,
): StoredAttachment[] =>
  attachments.map((attachment) =>
    attachment.id === file.id ? fillPlaceholder(attachment, file) : attachment,
  );
