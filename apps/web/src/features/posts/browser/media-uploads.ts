import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { uploads } from '#core/uploads/browser/uploads.ts';
import type { UploadFault } from '#core/uploads/engine/faults.ts';
import { percentOf } from '#core/uploads/engine/progress.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import type { DraftMedium } from '../model/draft.ts';

/** What a medium of the draft is at. */
export type MediumState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'uploading'; readonly percent: number }
  | { readonly kind: 'failed'; readonly fault: UploadFault }
  /** An earlier page was sending it, and nothing is known of it here. */
  | { readonly kind: 'broken-off' };

export const mediumState = (medium: DraftMedium, known: readonly Upload[]): MediumState => {
  if (medium.fileId !== null) return { kind: 'ready' };
  const upload = known.find(({ facts }) => facts.id === medium.key);
  if (upload === undefined || upload.status === 'cancelled') return { kind: 'broken-off' };
  return upload.status === 'error'
    ? { kind: 'failed', fault: upload.fault }
    : { kind: 'uploading', percent: percentOf(upload) };
};

/** Files that were given to a post and cannot stand in it. */
export class MediaRefusedError extends Error {
  override readonly name = 'MediaRefusedError';
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
 * Begins to upload pictures and videos and answers their places in the draft. Throws
 * `MediaRefusedError`, and what the upload engine throws; nothing is begun then.
 */
export const uploadMedia = (
  userId: string,
  draftId: string,
  held: number,
  files: readonly File[],
): readonly DraftMedium[] => {
  const kinds = files.map(kindOf);
  if (kinds.includes(null)) throw new MediaRefusedError('type');
  if (held + files.length > MAX_DEAL_MEDIA) throw new MediaRefusedError('too-many');
  const begun = uploads.add({
    userId,
    channelId: 'deals',
    // The engine numbers the files of one message from 0 once it has let go of earlier ones: each
    // batch needs a name of its own, or the next would be taken for the former once more.
    messageId: `${draftId}.${crypto.randomUUID()}`,
    files: files.map((file) => ({ file, name: file.name })),
  });
  // The form shows how they get on: the manager need not stand before it.
  uploads.minimise();
  return (begun ?? []).map(({ facts }, place) => ({
    key: facts.id,
    kind: kinds[place] ?? 'image',
    name: facts.fileName,
    fileId: null,
  }));
};
