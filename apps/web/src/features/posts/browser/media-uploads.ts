import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { BatchRejectedError } from '#core/uploads/engine/errors.ts';
import type { FailedUpload, Upload } from '#core/uploads/engine/upload.ts';
import type { DraftMedium } from '../model/draft.ts';

/** The state of a medium of the draft. */
export type MediumState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'uploading'; readonly upload: Upload }
  | { readonly kind: 'failed'; readonly upload: FailedUpload }
  /** An earlier page started the upload, and its state is unknown here. */
  | { readonly kind: 'broken-off' };

export const mediumState = (medium: DraftMedium, known: readonly Upload[]): MediumState => {
  if (medium.fileId !== null) return { kind: 'ready' };
  const upload = known.find(({ facts }) => facts.id === medium.key);
  if (upload === undefined || upload.status === 'cancelled') return { kind: 'broken-off' };
  return upload.status === 'error' ? { kind: 'failed', upload } : { kind: 'uploading', upload };
};

/** Why chosen files were left out. */
export interface LeftOut {
  /** The names of those that are no photo or video. */
  readonly wrongKind: readonly string[];
  /** The number of those beyond what a post can contain. */
  readonly tooMany: number;
  /** Names those that the server would reject, such as large ones; null if there are none. */
  readonly rejection: BatchRejectedError | null;
}

export interface ChosenMedia {
  readonly media: readonly DraftMedium[];
  /** Null if all files were taken. */
  readonly leftOut: LeftOut | null;
}

const kindOf = ({ type }: Pick<File, 'type'>): 'image' | 'video' | null => {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('video/') ? 'video' : null;
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
  const fitting = files.filter((file) => kindOf(file) !== null);
  const taken = fitting.slice(0, Math.max(0, MAX_DEAL_MEDIA - held));
  const { begun, rejection } = engine.addAccepted({
    userId,
    channelId: 'deals',
    // Each batch needs its own message id, because the engine numbers the files of a message from 0
    // again after it has dropped earlier ones, and equal upload ids would collide.
    messageId: `${draftId}.${crypto.randomUUID()}`,
    files: taken.map((file) => ({ file, name: file.name })),
    maxFiles: MAX_DEAL_MEDIA,
  });
  // The form shows the progress, so the manager is minimised.
  engine.minimise();
  return {
    media: begun.map(({ facts }) => ({
      key: facts.id,
      kind: kindOf({ type: facts.mimeType }) ?? 'image',
      name: facts.fileName,
      fileId: null,
    })),
    leftOut:
      begun.length === files.length
        ? null
        : {
            wrongKind: files.filter((file) => kindOf(file) === null).map(({ name }) => name),
            tooMany: fitting.length - taken.length,
            rejection,
          },
  };
};
