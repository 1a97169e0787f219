import type { Message } from '@izgodno/contract/chat/message';
import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { explainRejection } from '#core/uploads/browser/explain-rejection.ts';
import { isReadableImage } from '#core/uploads/browser/readable-image.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { BatchRejectedError } from '#core/uploads/engine/errors.ts';
import type { NewFile } from '#core/uploads/engine/batch.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { showToast } from '#shared/ui/toast.ts';
import { write } from '../chat.ts';

const placeholderFor = ({ facts }: Upload, { voice }: NewFile): NewAttachment => ({
  isPlaceholder: true,
  placeholderId: facts.placeholderId,
  fileName: facts.fileName,
  fileSize: facts.fileSize,
  mimeType: facts.mimeType,
  ...(voice === undefined ? {} : { durationMs: voice.durationMs, waveform: [...voice.peaks] }),
});

export interface FileMessage {
  readonly channelId: string;
  readonly text: string;
  readonly replyTo: string | null;
  readonly files: readonly NewFile[];
}

/**
 * Starts the upload of files and writes the message with placeholders for them at once. Rejects if the
 * engine cannot be loaded; nothing is sent then.
 *
 * @throws UploadsDisabledError without the server's configuration @throws BatchRejectedError if a
 * file is rejected; nothing is sent then
 */
export const sendFiles = async ({
  channelId,
  text,
  replyTo,
  files,
}: FileMessage): Promise<void> => {
  const userId = currentUserId();
  if (userId === null) return;
  const clientId = crypto.randomUUID();
  const engine = await uploads.engine();
  const begun = engine.add({ userId, channelId, messageId: clientId, files });
  if (begun === null) return;
  const attachments = begun.flatMap((upload, index) => {
    const file = files[index];
    return file === undefined ? [] : [placeholderFor(upload, file)];
  });
  void write({ channelId, text, replyTo, attachments }, clientId);
};

/** Throws `BatchRejectedError` if one of the files is a corrupt image. */
export const requireReadable = async (files: readonly File[]): Promise<void> => {
  const readable = await Promise.all(files.map(isReadableImage));
  const corrupt = files.flatMap(({ name }, index) =>
    readable[index] === false
      ? [{ index, fileName: name, error: { kind: 'corrupt' } } as const]
      : [],
  );
  if (corrupt.length > 0) throw new BatchRejectedError(corrupt);
};

/** Uploads a file into a message, in the place of one that never came. Reports a rejected file. */
export const chooseAgain = async (
  { id, clientId, channelId, sender, attachments, createdAt }: Message,
  placeholderId: string | null,
  file: File,
): Promise<void> => {
  // An upload's id must be new, because the server answers a known one with the earlier file.
  const seconds = Math.max(0, Math.ceil((Date.now() - Date.parse(createdAt)) / 1_000));
  try {
    await requireReadable([file]);
    const engine = await uploads.engine();
    engine.messageStored(clientId, id);
    engine.add({
      userId: sender.id,
      channelId,
      messageId: clientId,
      files: [{ file, name: file.name, placeholderId }],
      firstIndex: attachments.length + seconds,
    });
  } catch (error) {
    showToast((await explainRejection(error)).join('\n'), 'error');
  }
};
