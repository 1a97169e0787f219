import { parseJson } from '@izgodno/contract/common/parse-json';
import * as z from 'zod/mini';
import { followFormFiles } from '#core/uploads/browser/form-files.ts';
import { listen, onResume } from '#shared/browser-events.ts';
import { sharedStorage, type KeyValues } from '#shared/storage.ts';
import { createStore, type Readable } from '#shared/store.ts';
import { type PostDraft, postDraftSchema, isBlank } from '../model/draft.ts';
import { rebaseDraft } from '../model/post-values.ts';

/** Identifies a draft by its user and deal; a new post has no deal. */
export interface DraftOf {
  readonly userId: string;
  readonly dealId: string | undefined;
}

const keyOf = ({ userId, dealId = 'new' }: DraftOf): string => `post-draft:${userId}:${dealId}`;

const storedSchema = z.extend(postDraftSchema, {
  /** The existing post that the draft changes, as it was; absent in drafts of earlier releases. */
  before: z.optional(postDraftSchema),
});

/**
 * Returns null if no draft is stored or it is unreadable. A draft of an existing post has the values
 * of the post `now` where the user changed nothing.
 */
export const readDraft = (values: KeyValues, of: DraftOf, now: PostDraft): PostDraft | null => {
  const text = values.getItem(keyOf(of));
  const parsed = storedSchema.safeParse(text === null ? undefined : parseJson(text));
  if (!parsed.success) return null;
  const { before, ...draft } = parsed.data;
  return before === undefined ? draft : rebaseDraft(draft, before, now);
};

export const eraseDraft = (values: KeyValues, of: DraftOf): void => values.removeItem(keyOf(of));

/** Stores a draft for the time after a reload or sign-in; an empty one is removed. */
export const keepDraft = (
  values: KeyValues,
  of: DraftOf,
  draft: PostDraft,
  before: PostDraft,
): void => {
  if (isBlank(draft)) return eraseDraft(values, of);
  const stored = of.dealId === undefined ? draft : { ...draft, before };
  values.setItem(keyOf(of), JSON.stringify(stored satisfies z.infer<typeof storedSchema>));
};

export interface OpenDraft {
  readonly draft: Readable<PostDraft>;
  readonly change: (part: Partial<PostDraft>) => void;
  /** Replaces the draft and erases it where it is stored. */
  readonly replace: (draft: PostDraft) => void;
  /** Follows the uploads of its images and other tabs until the returned function is called. */
  readonly follow: () => () => void;
}

/**
 * Opens the stored draft, else `initial`. Every change is stored at once, and shown by the other
 * tabs in which the user has not typed; a tab with text of its own keeps it as another draft.
 */
export const openDraft = (of: DraftOf, initial: PostDraft): OpenDraft => {
  const key = keyOf(of);
  const store = createStore(readDraft(sharedStorage, of, initial) ?? initial);
  /** The stored text when this form last read or wrote it. */
  let seen = sharedStorage.getItem(key);
  /** Whether the user typed in this form. */
  let isOwn = false;

  /** Takes over what another form of this draft has stored or erased. */
  const takeOver = (): void => {
    const text = sharedStorage.getItem(key);
    if (text === seen) return;
    const mine = store.get();
    // The server stores one deal for each id, so a form with another text needs another id.
    const id = [seen, text].some((one) => one?.includes(mine.id)) ? crypto.randomUUID() : mine.id;
    store.set(
      isOwn ? { ...mine, id } : (readDraft(sharedStorage, of, initial) ?? { ...initial, id }),
    );
    seen = text;
  };

  const keep = (part: Partial<PostDraft>): void => {
    // A form that is no longer shown does not follow the others.
    takeOver();
    store.set({ ...store.get(), ...part });
    keepDraft(sharedStorage, of, store.get(), initial);
    seen = sharedStorage.getItem(key);
  };

  return {
    draft: store,
    change: (part) => {
      keep(part);
      isOwn = !isBlank(store.get());
    },
    replace: (draft) => {
      // Another tab may have stored a draft of its own.
      if (seen?.includes(store.get().id)) eraseDraft(sharedStorage, of);
      store.set(draft);
      seen = sharedStorage.getItem(key);
      isOwn = false;
      // The browser informs other tabs only, but the user may have opened this form again.
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
    follow: () => {
      takeOver();
      const stops = [
        followFormFiles(
          () => store.get().media,
          (media) => keep({ media }),
        ),
        listen(window, 'storage', takeOver),
        // A page in the back/forward cache gets no events.
        onResume(takeOver),
      ];
      return () => {
        for (const stop of stops) stop();
        if (isOwn) keep({});
      };
    },
  };
};
