import { uploads } from '#core/upload-browser/uploads.ts';
import { isSettled } from '#core/upload-engine/upload.ts';

/**
 * Uploads one picture for a person's profile; the upload manager shows how it goes and what goes
 * wrong. Resolves to the id of the file; null where the upload failed or was cancelled.
 *
 * @throws UploadsDisabledError, BatchRefusedError where it is not begun
 */
export const uploadPicture = async (userId: string, file: File): Promise<string | null> => {
  const [begun] =
    uploads.add({
      userId,
      channelId: 'profile',
      messageId: crypto.randomUUID(),
      files: [{ file, name: file.name }],
    }) ?? [];
  if (begun === undefined) return null;
  return new Promise((resolve) => {
    const look = (): void => {
      const upload = uploads.state.get().uploads.find(({ facts }) => facts.id === begun.facts.id);
      if (upload !== undefined && !isSettled(upload)) return;
      stop();
      resolve(upload?.status === 'completed' ? upload.answer.fileId : null);
    };
    const stop = uploads.state.subscribe(look);
  });
};
