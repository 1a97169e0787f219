import { MAX_COMMENT_IMAGES } from '@izgodno/contract/chat/comment-calls';
import { explainLeftOut } from '#core/uploads/browser/explain-left-out.ts';
import { explainRejection } from '#core/uploads/browser/explain-rejection.ts';
import { uploadFormFiles } from '#core/uploads/browser/form-files.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import type { FormFile } from '#core/uploads/form-file.ts';

/** Stops the uploads of a comment that is given up. */
export const cancelImages = (images: readonly FormFile[]): void => {
  for (const { key } of images) uploads.act((engine) => engine.withdraw(key));
};

interface Choice {
  readonly userId: string;
  readonly files: readonly File[];
  /** Whether the user no longer wants to write the comment. */
  readonly isGivenUp: () => boolean;
  /** The images that the comment has by now. */
  readonly read: () => readonly FormFile[];
  /** Receives them with those that are being uploaded. */
  readonly change: (images: readonly FormFile[]) => void;
}

/** Uploads images for a comment. Returns in lines why files were left out; empty if all are taken. */
export const uploadImages = async ({
  userId,
  files,
  isGivenUp,
  read,
  change,
}: Choice): Promise<readonly string[]> => {
  try {
    const engine = await uploads.engine();
    if (isGivenUp()) return [];
    const { begun, leftOut } = uploadFormFiles(engine, {
      userId,
      formId: 'comment',
      held: read().length,
      maximum: MAX_COMMENT_IMAGES,
      takes: (mediaType) => mediaType.startsWith('image/'),
      files,
    });
    if (begun.length > 0) change([...read(), ...begun.map(({ file }) => file)]);
    if (leftOut === null) return [];
    return await explainLeftOut(leftOut, {
      area: 'chat.comments',
      wrongKind: 'comments.imageRejected.type',
      tooMany: 'comments.imageRejected.too-many',
      maximum: MAX_COMMENT_IMAGES,
    });
  } catch (error) {
    return explainRejection(error);
  }
};
