import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { UploadError } from '#core/uploads/engine/errors.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import type { DraftMedium } from '../model/draft.ts';

/** The state of a medium of the draft. */
export type MediumState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'uploading'; readonly upload: Upload }
  | { readonly kind: 'failed'; readonly error: UploadError }
  /** An earlier page started the upload, and its state is unknown here. */
  | { readonly kind: 'broken-off' };

export const mediumState = (medium: DraftMedium, known: readonly Upload[]): MediumState => {
  if (medium.fileId !== null) return { kind: 'ready' };
  const upload = known.find(({ facts }) => facts.id === medium.key);
  if (upload === undefined || upload.status === 'cancelled') return { kind: 'broken-off' };
  return upload.status === 'error'
    ? { kind: 'failed', error: upload.error }
    : { kind: 'uploading', upload };
};

/** Files that a post cannot contain. */
export class MediaRejectedError extends Error {
  override readonly name = 'MediaRejectedError';
  readonly reason: 'type' | 'too-many';

  constructor(reason: 'type' | 'too-many') {
    super(reason);
    this.reason = reason;
  }
}

const kindOf = ({ type }: File): 'image' | 'video' | null => {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('video/') ? 'video' : null;
};

/**
 * Starts to upload images and videos and returns their entries in the draft. Throws
 * `MediaRejectedError` or an error of the upload engine; no upload starts then.
 */
export const uploadMedia = (
  engine: UploadEngine,
  userId: string,
  draftId: string,
  held: number,
  files: readonly File[],
): readonly DraftMedium[] => {
  const kinds = files.map(kindOf);
  if (kinds.includes(null)) throw new MediaRejectedError('type');
  if (held + files.length > MAX_DEAL_MEDIA) throw new MediaRejectedError('too-many');
  const begun = engine.add({
    userId,
    channelId: 'deals',
    // Each batch needs its own message id, because the engine numbers the files of a message from 0
    // again after it has dropped earlier ones, and equal upload ids would collide.
    messageId: `${draftId}.${crypto.randomUUID()}`,
    files: files.map((file) => ({ file, name: file.name })),
    maxFiles: MAX_DEAL_MEDIA,
  });
  // The form shows the progress, so the manager is minimised.
  engine.minimise();
  return (begun ?? []).map(({ facts }, index) => ({
    key: facts.id,
    kind: kinds[index] ?? 'image',
    name: facts.fileName,
    fileId: null,
  }));
};
