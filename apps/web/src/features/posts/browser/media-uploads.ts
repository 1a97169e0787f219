import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { uploadFormFiles, type LeftOut } from '#core/uploads/browser/form-files.ts';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { DraftMedium } from '../model/draft.ts';

export interface ChosenMedia {
  readonly media: readonly DraftMedium[];
  /** Null if all files were taken. */
  readonly leftOut: LeftOut | null;
}

const kindOf = (mediaType: string): 'image' | 'video' | null => {
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('video/') ? 'video' : null;
};

interface ChosenFiles {
  readonly userId: string;
  readonly draftId: string;
  /** How many images and videos the post has. */
  readonly held: number;
  readonly files: readonly File[];
}

/**
 * Starts to upload the first images and videos that the post has room for, and returns their entries
 * in the draft with what was left out. Throws if nothing can be uploaded now.
 */
export const uploadMedia = (
  engine: UploadEngine,
  { userId, draftId, held, files }: ChosenFiles,
): ChosenMedia => {
  const { begun, leftOut } = uploadFormFiles(engine, {
    userId,
    formId: draftId,
    held,
    maximum: MAX_DEAL_MEDIA,
    takes: (mediaType) => kindOf(mediaType) !== null,
    files,
  });
  const media = begun.map(({ file: { key, name, fileId }, mediaType }) => ({
    key,
    kind: kindOf(mediaType) ?? 'image',
    name,
    fileId,
  }));
  return { media, leftOut };
};
