import { listUploads } from '@izgodno/contract/uploads/calls';
import { api } from '#core/api/api.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { sharedStorage } from '#shared/storage.ts';
import { createStore, type Readable } from '#shared/store.ts';
import type { PostDraft } from '../model/draft.ts';
import { eraseDraft, keepDraft, readDraft, type DraftOf } from '../model/draft-store.ts';
import { settleMedia } from '../model/media-order.ts';

/** How many of the latest uploads are searched for those of a draft. */
const LOOKED_THROUGH = 100;

export interface OpenDraft {
  readonly draft: Readable<PostDraft>;
  readonly change: (part: Partial<PostDraft>) => void;
  /** Replaces the draft and erases the stored one. */
  readonly replace: (draft: PostDraft) => void;
  /** Follows the uploads of its images until the returned function is called. */
  readonly follow: () => () => void;
}

/** Finished uploads become files; cancelled ones leave the draft. */
const withUploads = (media: PostDraft['media']): PostDraft['media'] => {
  const settled = uploads.state.get().uploads;
  const files = new Map(
    settled.flatMap((upload) =>
      upload.status === 'completed' ? [[upload.facts.id, upload.answer.fileId] as const] : [],
    ),
  );
  const cancelled = new Set(
    settled.flatMap(({ status, facts }) => (status === 'cancelled' ? [facts.id] : [])),
  );
  const left = media.some(({ key }) => cancelled.has(key))
    ? media.filter(({ key }) => !cancelled.has(key))
    : media;
  return settleMedia(left, files);
};

/** Returns uploads that finished while no page followed them. */
const filesOfEarlierPage = async (): Promise<ReadonlyMap<string, string>> => {
  const { uploads: listed } = await api.call(listUploads, { query: { limit: LOOKED_THROUGH } });
  return new Map(
    listed.flatMap(({ uploadId, fileId, status }) =>
      uploadId !== null && (status === 'ready' || status === 'processing')
        ? [[uploadId, fileId] as const]
        : [],
    ),
  );
};

/** Opens the stored draft, else `initial`. Every change is stored at once. */
export const openDraft = (of: DraftOf, initial: PostDraft): OpenDraft => {
  const store = createStore(readDraft(sharedStorage, of) ?? initial);

  const change = (part: Partial<PostDraft>): void => {
    store.set({ ...store.get(), ...part });
    keepDraft(sharedStorage, of, store.get());
  };

  const setMedia = (media: PostDraft['media']): void => {
    if (media !== store.get().media) change({ media });
  };

  return {
    draft: store,
    change,
    replace: (draft) => {
      eraseDraft(sharedStorage, of);
      store.set(draft);
    },
    follow: () => {
      const update = (): void => setMedia(withUploads(store.get().media));
      update();
      if (store.get().media.some(({ fileId }) => fileId === null)) {
        filesOfEarlierPage()
          .then((files) => setMedia(settleMedia(store.get().media, files)))
          // They are shown as interrupted, and can be chosen again.
          .catch(() => undefined);
      }
      return uploads.state.subscribe(update);
    },
  };
};
