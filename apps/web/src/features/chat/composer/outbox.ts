import type { NewAttachment } from '@izgodno/contract/chat/message-calls';

/** A message before the server has it. */
export interface Draft {
  /** Created once: a retry has the same id, so the server stores the message once. */
  readonly clientId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly text: string;
  readonly attachments: readonly NewAttachment[];
  /** Id of the message it replies to. */
  readonly replyTo: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Why the server rejected a message; the user decides what to do with it. */
export interface Rejection {
  readonly code: string;
  readonly message: string;
}

export type OutboxEntry = Draft &
  /** `code` is the error code by which the server asked to wait; null if there is none. */
  (
    | { readonly status: 'waiting'; readonly code: string | null }
    | { readonly status: 'sending' }
    | { readonly status: 'failed'; readonly rejection: Rejection }
  );

/** In the order of writing. */
export type Outbox = readonly OutboxEntry[];

export type OutboxEvent =
  | { readonly kind: 'written'; readonly draft: Draft }
  /** Messages of a closed page, which are sent before later ones. */
  | { readonly kind: 'restored'; readonly drafts: readonly Draft[] }
  | { readonly kind: 'begun'; readonly clientId: string }
  | { readonly kind: 'stored'; readonly clientId: string }
  /** The server was unreachable or asked to wait: the message is retried automatically. */
  | { readonly kind: 'postponed'; readonly clientId: string; readonly code: string | null }
  | { readonly kind: 'refused'; readonly clientId: string; readonly rejection: Rejection }
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

/** The outbox after an event. An event for a removed message has no effect. */
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
        rejection: event.rejection,
      }));
  }
};

/**
 * The entries to send now: the first of each channel, if no other of the channel is being sent and
 * none before it has failed. Later messages wait, so that the order is kept.
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

/** The unsent messages of a channel, in order. */
export const pendingOf = (outbox: Outbox, channelId: string): readonly OutboxEntry[] =>
  outbox.filter((entry) => entry.channelId === channelId);
