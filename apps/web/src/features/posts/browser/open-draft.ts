import { listUploads } from '@izgodno/contract/uploads/calls';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { api } from '#core/api/api.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { sharedStorage, type KeyValues } from '#shared/storage.ts';
import { createStore, type Readable } from '#shared/store.ts';
import { type PostDraft, settleMedia, postDraftSchema, isBlank } from '../model/draft.ts';

/** How many of the latest uploads are searched for those of a draft. */
const LOOKED_THROUGH = 100;

/** Identifies a draft by its user and deal; a new post has no deal. */
export interface DraftOf {
  readonly userId: string;
  readonly dealId: string | undefined;
}

const keyOf = ({ userId, dealId = 'new' }: DraftOf): string => `post-draft:${userId}:${dealId}`;

/** Returns null if no draft is stored or it is unreadable. */
export const readDraft = (values: KeyValues, of: DraftOf): PostDraft | null => {
  const text = values.getItem(keyOf(of));
  const parsed = postDraftSchema.safeParse(text === null ? undefined : parseJson(text));
  return parsed.success ? parsed.data : null;
};

export const eraseDraft = (values: KeyValues, of: DraftOf): void => values.removeItem(keyOf(of));

/** Stores a draft for the time after a reload or sign-in; an empty one is removed. */
export const keepDraft = (values: KeyValues, of: DraftOf, draft: PostDraft): void => {
  if (isBlank(draft)) eraseDraft(values, of);
  else values.setItem(keyOf(of), JSON.stringify(draft));
};

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
