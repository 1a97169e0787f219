import type { NewAttachment } from '@izgodno/contract/chat/message-calls';

/** A message as its sender wrote it, before the server has it. */
export interface Draft {
  /** Made here, once: a retry bears the same, so the server stores it once. */
  readonly clientId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly text: string;
  readonly attachments: readonly NewAttachment[];
  /** Id of the message it answers. */
  readonly replyTo: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Why the server would not have a message; the person decides what becomes of it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export type OutboxEntry = Draft &
  /** `code` is that of the error by which the server asked to wait; null where nothing is known. */
  (
    | { readonly status: 'waiting'; readonly code: string | null }
    | { readonly status: 'sending' }
    | { readonly status: 'failed'; readonly refusal: Refusal }
  );

/** In the order in which they were written. */
export type Outbox = readonly OutboxEntry[];

export type OutboxEvent =
  | { readonly kind: 'written'; readonly draft: Draft }
  /** Left by a page that was closed: they are sent before what was written since. */
  | { readonly kind: 'restored'; readonly drafts: readonly Draft[] }
  | { readonly kind: 'begun'; readonly clientId: string }
  | { readonly kind: 'stored'; readonly clientId: string }
  /** The server could not be asked, or will take it later: it is tried again by itself. */
  | { readonly kind: 'postponed'; readonly clientId: string; readonly code: string | null }
  | { readonly kind: 'refused'; readonly clientId: string; readonly refusal: Refusal }
  | { readonly kind: 'retried'; readonly clientId: string }
  | { readonly kind: 'discarded'; readonly clientId: string };

const draftOf = (entry: OutboxEntry): Draft => ({
  clientId: entry.clientId,
  userId: entry.userId,
  channelId: entry.channelId,
  text: entry.text,
  attachments: entry.attachments,
  replyTo: entry.replyTo,
  createdAt: entry.createdAt,
});

const change = (
  outbox: Outbox,
  clientId: string,
  next: (entry: OutboxEntry) => OutboxEntry,
): Outbox => outbox.map((entry) => (entry.clientId === clientId ? next(entry) : entry));

const waiting = (draft: Draft, code: string | null = null): OutboxEntry => ({
  ...draft,
  status: 'waiting',
  code,
});

/** The outbox after an event. An event of a message that is gone changes nothing. */
export const stepOutbox = (outbox: Outbox, event: OutboxEvent): Outbox => {
  switch (event.kind) {
    case 'written':
      return outbox.some(({ clientId }) => clientId === event.draft.clientId)
        ? outbox
        : [...outbox, waiting(event.draft)];
    case 'restored': {
      const known = new Set(outbox.map(({ clientId }) => clientId));
      return [
        ...event.drafts
          .filter(({ clientId }) => !known.has(clientId))
          .map((draft) => waiting(draft)),
        ...outbox,
      ];
    }
    case 'begun':
      return change(outbox, event.clientId, (entry) => ({ ...draftOf(entry), status: 'sending' }));
    case 'stored':
    case 'discarded':
      return outbox.filter(({ clientId }) => clientId !== event.clientId);
    case 'postponed':
      return change(outbox, event.clientId, (entry) => waiting(draftOf(entry), event.code));
    case 'retried':
      return change(outbox, event.clientId, (entry) => waiting(draftOf(entry)));
    case 'refused':
      return change(outbox, event.clientId, (entry) => ({
        ...draftOf(entry),
        status: 'failed',
        refusal: event.refusal,
      }));
  }
};

/**
 * Those whose turn it is: the first of each channel, where nothing of the channel is on its way and
 * nothing before it has failed. Later messages wait, so that none overtakes another.
 */
export const dueNow = (outbox: Outbox): readonly OutboxEntry[] => {
  const firsts = new Map<string, OutboxEntry>();
  const busy = new Set<string>();
  for (const entry of outbox) {
    if (!firsts.has(entry.channelId)) firsts.set(entry.channelId, entry);
    if (entry.status === 'sending') busy.add(entry.channelId);
  }
  return [...firsts.values()].filter(
    ({ status, channelId }) => status === 'waiting' && !busy.has(channelId),
  );
};

/** What of a channel is not stored yet, in order. */
export const pendingOf = (outbox: Outbox, channelId: string): readonly OutboxEntry[] =>
  outbox.filter((entry) => entry.channelId === channelId);
