import type { Message } from '@izgodno/contract/chat/message';
import { askBeforeLosing } from '#shared/ask-before-leaving.ts';
import { createStore, useStore } from '#shared/store.ts';
import { draftKey, type DraftScope } from './draft-sync.ts';
import { erasedWithDrafts } from './drafts.ts';
import { withoutSent } from './message-files.ts';

/** What is being written besides the text. */
interface Held {
  readonly files: readonly File[];
  /** The message being replied to or edited, if any. */
  readonly subject: { readonly kind: 'reply' | 'edit'; readonly message: Message } | null;
}

const nothing: Held = { files: [], subject: null };

/** By user and draft, outside the components: it stays while the user looks elsewhere. */
const store = createStore<ReadonlyMap<string, Held>>(new Map());

erasedWithDrafts.add(() => store.set(new Map()));
// Files that are not sent yet are stored nowhere else.
askBeforeLosing(store, (held) => [...held.values()].some(({ files }) => files.length > 0));

export const useHeld = (userId: string, scope: DraftScope) => {
  const key = `${userId} ${draftKey(scope)}`;
  const { files, subject } = useStore(store).get(key) ?? nothing;
  const update = (change: (held: Held) => Partial<Held>): void => {
    const held = store.get().get(key) ?? nothing;
    store.set(new Map(store.get()).set(key, { ...held, ...change(held) }));
  };
  const begin = (begun: Held['subject']): void => update(() => ({ subject: begun }));
  return {
    files,
    setFiles: (next: readonly File[]) => update(() => ({ files: next })),
    /** Removes the files that were sent; the user may have attached more since. */
    sent: (sent: readonly File[]) => update((held) => ({ files: withoutSent(held.files, sent) })),
    replyTo: subject?.kind === 'reply' ? subject.message : null,
    editing: subject?.kind === 'edit' ? subject.message : null,
    reply: (message: Message) => begin({ kind: 'reply', message }),
    edit: (message: Message) => begin({ kind: 'edit', message }),
    leave: () => begin(null),
    /** Leaves what is done, unless the user has begun something else since. */
    finish: (kind: 'reply' | 'edit', id: string | null) =>
      update(({ subject: now }) =>
        now?.kind === kind && now.message.id === id ? { subject: null } : {},
      ),
  };
};
