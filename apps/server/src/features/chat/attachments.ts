import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import { fileIdOfUrl, type StoredFile } from '@izgodno/contract/uploads/file';
import type { KeptAttachment } from '#platform/database/schema/chat.ts';
import { CallError } from '#platform/http/errors.ts';

type Recording = Pick<KeptAttachment, 'durationMs' | 'waveform'>;

const recordingOf = ({ durationMs, waveform }: Recording): Recording => ({
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(waveform === undefined ? {} : { waveform }),
});

/** A file as a message keeps it. What the server read in the file takes precedence over what the sender says. */
export const attachFile = (file: StoredFile, said: Recording): KeptAttachment => ({
  id: file.id,
  fileName: file.name,
  fileSize: file.size,
  mimeType: file.mediaType,
  // Found harmful or unreadable, it was removed.
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

/** The place of a file that is still on its way (specification, section 3). */
const attachPlaceholder = (
  given: Extract<NewAttachment, { isPlaceholder: true }>,
): KeptAttachment => ({
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

/** The ids of the files among what a message is sent with. */
export const fileIdsOf = (given: readonly NewAttachment[]): string[] =>
  given.flatMap((attachment) => ('fileId' in attachment ? [attachment.fileId] : []));

/** What a message keeps of what it is sent with. Throws `not_found` for a file that is not among `files`. */
export const keepAttachments = (
  given: readonly NewAttachment[],
  files: readonly StoredFile[],
): KeptAttachment[] => {
  const byId = new Map(files.map((file) => [file.id, file]));
  return given.map((attachment) => {
    if (!('fileId' in attachment)) return attachPlaceholder(attachment);
    const file = byId.get(attachment.fileId);
    if (file === undefined) throw new CallError('not_found');
    return attachFile(file, attachment);
  });
};

/** The ids in the addresses of files. Throws `validation_failed` for any other address. */
export const fileIdsOfUrls = (urls: readonly string[]): string[] =>
  urls.map((url, index) => {
    const id = fileIdOfUrl(url);
    if (id !== null) return id;
    throw new CallError('validation_failed', {
      fields: { [`fileUrls.${index}`]: { code: 'not_a_file', message: 'Expected a file' } },
    });
  });

const isFree = ({ isPlaceholder }: KeptAttachment): boolean => isPlaceholder;

const markLeft = (attachment: KeptAttachment): KeptAttachment =>
  isFree(attachment) ? { ...attachment, uploadStatus: 'failed' } : attachment;

/**
 * Puts files into the places that are kept for them: that of the same name and size, else the first
 * that is left; those without a place come last. Files that are there already stay where they are.
 * Files come once the uploads of their message are over: places that are left then have failed, and
 * are filled all the same by an upload that is tried again.
 */
export const fillPlaces = (
  attachments: readonly KeptAttachment[],
  files: readonly StoredFile[],
): KeptAttachment[] => {
  const filled = [...attachments];
  for (const file of files) {
    if (filled.some(({ id }) => id === file.id)) continue;
    const exact = filled.findIndex(
      (place) => isFree(place) && place.fileName === file.name && place.fileSize === file.size,
    );
    const index = exact === -1 ? filled.findIndex(isFree) : exact;
    const place = filled[index];
    if (place === undefined) filled.push(attachFile(file, {}));
    else {
      filled[index] = { ...attachFile(file, place), placeholderId: place.placeholderId };
    }
  }
  return filled.map(markLeft);
};

/** The attachments with what is known of one of their files by now. */
export const refreshFile = (
  attachments: readonly KeptAttachment[],
  file: StoredFile,
): KeptAttachment[] =>
  attachments.map((attachment) =>
    attachment.id === file.id
      ? { ...attachFile(file, attachment), placeholderId: attachment.placeholderId }
      : attachment,
  );
