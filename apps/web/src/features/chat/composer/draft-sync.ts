import type { MessageDraft } from '@izgodno/contract/chat/draft-calls';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Readable, type Unsubscribe } from '#shared/store.ts';
import { Retry, type RetryPorts } from '../retry.ts';
import type { StoredDraft, StoredText } from './drafts.ts';

/** How long the user pauses before the server gets the text, in milliseconds. */
const PAUSE_MS = 500;

/** Where a text is written: in a channel, or in the thread of a message. */
export type DraftScope = Pick<MessageDraft, 'channelId' | 'threadId'>;

export const draftKey = ({ channelId, threadId }: DraftScope): string =>
  threadId === null ? channelId : `${channelId}/${threadId}`;

const scopeOf = (key: string): DraftScope => {
  const [channelId = '', threadId = null] = key.split('/');
  return { channelId, threadId };
};

export interface DraftPorts extends RetryPorts {
  /** The texts of this browser. */
  readonly read: (userId: string) => Readonly<Record<string, StoredDraft>>;
  readonly keep: (userId: string, key: string, draft: StoredDraft | null) => void;
  /** The texts of the server. Throws if it is unreachable. */
  readonly fetchAll: () => Promise<readonly MessageDraft[]>;
  readonly store: (
    draft: MessageDraft,
  ) => Promise<{ readonly stored: boolean; readonly draft: MessageDraft }>;
}

/**
 * The unsent texts of the user, equal on all devices. What is typed here is never replaced: until
 * the server has it, texts of other devices wait, and a text that was stored elsewhere meanwhile
 * stays there until the user types on here.
 */
export class DraftSync {
  readonly #ports: DraftPorts;
  readonly #drafts = createStore<ReadonlyMap<string, StoredDraft>>(new Map());
  readonly drafts: Readable<ReadonlyMap<string, StoredDraft>> = this.#drafts;
  readonly #timers = new Map<string, Unsubscribe>();
  readonly #sending = new Set<string>();
  /** Texts of other devices that arrived while another was being typed here. */
  readonly #waiting = new Map<string, MessageDraft>();
  readonly #reading: Retry;
  #userId: string | null = null;

  constructor(ports: DraftPorts) {
    this.#ports = ports;
    this.#reading = new Retry(ports, 'The drafts could not be read');
  }

  begin(userId: string): void {
    this.#userId = userId;
    this.#drafts.set(new Map(Object.entries(this.#ports.read(userId))));
  }

  end(): void {
    this.#userId = null;
    this.#reading.end();
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#waiting.clear();
    this.#drafts.set(new Map());
  }

  /** Takes what the user has typed; an empty text ends the draft. */
  change(scope: DraftScope, { text, people }: StoredText): void {
    const key = draftKey(scope);
    const known = this.#waiting.get(key) ?? this.drafts.get().get(key);
    this.#waiting.delete(key);
    const version = known?.version ?? 0;
    this.#put(key, { text, people, version, isChanged: true });
    // Sending a message empties the other devices at once.
    this.#schedule(key, text === '' ? 0 : PAUSE_MS);
  }

  /** Reads what other devices have changed without a connection, and stores what was typed here. */
  refresh(): Promise<void> {
    return this.#reading.run(() => this.#read());
  }

  async #read(): Promise<void> {
    const userId = this.#userId;
    if (userId === null) return;
    const before = this.drafts.get();
    for (const [key, { isChanged }] of before) if (isChanged) this.#schedule(key, 0);
    const fetched = await this.#ports.fetchAll();
    if (this.#userId !== userId) return;
    for (const draft of fetched) this.#take(draft);
    const present = new Set(fetched.map(draftKey));
    for (const [key, draft] of before) {
      // A draft that has changed since the request may be newer than the response.
      const isSame = this.drafts.get().get(key) === draft;
      if (isSame && !draft.isChanged && !present.has(key)) this.#put(key, null);
    }
  }

  receive(received: RealtimeMessage): void {
    if (received.type === 'draft.changed') this.#take(received.data.draft);
    if (received.type !== 'channel.left') return;
    for (const key of this.drafts.get().keys())
      if (scopeOf(key).channelId === received.data.channelId) this.#put(key, null);
  }

  /** Takes a state from the server, unless a newer one is known or another is being typed. */
  #take(draft: MessageDraft): void {
    const key = draftKey(draft);
    const known = this.drafts.get().get(key);
    if (known !== undefined && known.version >= draft.version) return;
    const isTyped = known?.text !== '' || this.#timers.has(key) || this.#sending.has(key);
    if (known?.isChanged === true && isTyped) {
      const { version = 0 } = this.#waiting.get(key) ?? {};
      if (draft.version > version) this.#waiting.set(key, draft);
      return;
    }
    const { text, people, version } = draft;
    this.#put(key, { text, people, version, isChanged: false });
  }

  #put(key: string, draft: StoredDraft | null): void {
    if (this.#userId === null) return;
    const drafts = new Map(this.drafts.get());
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
    this.#drafts.set(drafts);
    // An empty one is remembered only until the server knows that the text was sent.
    const isOver = draft === null || (draft.text.trim() === '' && !draft.isChanged);
    this.#ports.keep(this.#userId, key, isOver ? null : draft);
  }

  #schedule(key: string, ms: number): void {
    this.#timers.get(key)?.();
    const stop = this.#ports.after(ms, () => {
      this.#timers.delete(key);
      void this.#send(key);
    });
    this.#timers.set(key, stop);
  }

  async #send(key: string): Promise<void> {
    const sent = this.drafts.get().get(key);
    if (sent?.isChanged !== true || this.#sending.has(key)) return;
    this.#sending.add(key);
    const { text, people, version } = sent;
    try {
      const response = await this.#ports.store({ ...scopeOf(key), text, people, version });
      this.#settle(key, sent, response);
    } catch (cause) {
      // It stays in this browser, and is stored with the next change or connection.
      this.#ports.log('A draft could not be stored', cause);
    } finally {
      this.#sending.delete(key);
      const now = this.drafts.get().get(key);
      const isTypedOn = now?.isChanged === true && now.text !== text;
      if (isTypedOn && !this.#timers.has(key)) this.#schedule(key, PAUSE_MS);
    }
  }

  #settle(
    key: string,
    sent: StoredDraft,
    { stored, draft }: { readonly stored: boolean; readonly draft: MessageDraft },
  ): void {
    const now = this.drafts.get().get(key);
    if (now === undefined) return;
    const { version } = draft;
    if (now.text !== sent.text) {
      this.#put(key, { ...now, version });
      return;
    }
    const text = sent.text.trim();
    if (!stored && text !== '' && text !== draft.text) {
      this.#waiting.set(key, draft);
      return;
    }
    const shown = stored ? now : draft;
    this.#put(key, { text: shown.text, people: shown.people, version, isChanged: false });
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    this.#take(waiting);
  }
}
