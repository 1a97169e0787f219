import {
  realtimeLimits,
  type ClientFrame,
  type SeenVersion,
} from '@izgodno/contract/realtime/frames';
import { createStore, type Readable, type Unsubscribe } from '#shared/store.ts';
import { nothingSeen, type Missed, type RealtimeMessage, type Realtime } from './realtime.ts';

/**
 * The lists of the tabs of one browser, of watched users or of followed channels, merged because the
 * server keeps one list per connection. They stay while the connection is interrupted, so that the
 * next one gets them in one frame.
 */
class TabLists {
  readonly #byTab = new Map<string, readonly string[]>();
  readonly #maximum: number;
  readonly #frameOf: (ids: string[]) => ClientFrame;

  constructor(maximum: number, frameOf: (ids: string[]) => ClientFrame) {
    this.#maximum = maximum;
    this.#frameOf = frameOf;
  }

  /** Replaces the list of one tab. Returns the merged list; null if that tab had the same. */
  put(tabId: string, ids: readonly string[]): ClientFrame | null {
    const before = this.#byTab.get(tabId) ?? [];
    this.#byTab.delete(tabId);
    if (ids.length > 0) this.#byTab.set(tabId, ids);
    return before.join() === ids.join() ? null : this.#merged();
  }

  /** Returns the merged list; null if no tab has one. */
  all(): ClientFrame | null {
    return this.#byTab.size === 0 ? null : this.#merged();
  }

  clear(): void {
    this.#byTab.clear();
  }

  /** If the list is too long, that of the latest tab stays. */
  #merged(): ClientFrame {
    const ids = new Set([...this.#byTab.values()].toReversed().flat());
    return this.#frameOf([...ids].slice(0, this.#maximum));
  }
}

/** Messages between tabs of one user. */
export type TabMessage =
  /** From the leading tab: events for all tabs, or the response to one tab's request. */
  | { readonly kind: 'heard'; readonly to: string | null; readonly heard: RealtimeMessage }
  | { readonly kind: 'connected'; readonly connected: boolean }
  /** From a following tab: a frame to send, or a question about the connection. */
  | { readonly kind: 'send'; readonly from: string; readonly frame: ClientFrame }
  | { readonly kind: 'gone'; readonly from: string }
  | { readonly kind: 'hello' };

export interface TabPorts {
  /** Identifies this tab among the others. */
  readonly tabId: string;
  readonly post: (message: TabMessage) => void;
  readonly onMessage: (listener: (message: TabMessage) => void) => Unsubscribe;
  /** Calls the listener when this tab is closed or navigates away. */
  readonly onClose: (listener: () => void) => Unsubscribe;
  /** Calls `lead` once this tab leads; `resign` ends its lead, or its wait for it. */
  readonly election: (lead: () => void) => { readonly resign: Unsubscribe };
}

/**
 * Queues which tab requested the missed events of a channel, because the server responds in the
 * order of the requests.
 */
class Questions {
  readonly #askers = new Map<string, string[]>();

  ask(channels: readonly SeenVersion[], tabId: string): void {
    for (const { channelId } of channels) {
      this.#askers.set(channelId, [...(this.#askers.get(channelId) ?? []), tabId]);
    }
  }

  /** Returns the tab that a response belongs to; null if no tab requested it. */
  next(channelId: string): string | null {
    return this.#askers.get(channelId)?.shift() ?? null;
  }

  clear(): void {
    this.#askers.clear();
  }
}

/**
 * One connection for all tabs of a user. The leading tab holds it; the others send and receive
 * through it. When that tab closes, another takes over, and every tab requests what it missed.
 */
export class SharedRealtime implements Realtime {
  readonly #line: Realtime;
  readonly #tabs: TabPorts;
  readonly #connected = createStore(false);
  readonly connected: Readable<boolean> = this.#connected;
  readonly #listeners = new Set<(received: RealtimeMessage) => void>();
  readonly #questions = new Questions();
  readonly #watched = new TabLists(realtimeLimits.maxWatched, (userIds) => ({
    type: 'watch',
    userIds,
  }));
  readonly #followed = new TabLists(realtimeLimits.maxFollowed, (channelIds) => ({
    type: 'follow',
    channelIds,
  }));
  /** What was sent on this connection, for which the server assumes an active user. */
  #idle = false;
  #seen = nothingSeen;
  #leads = false;
  readonly #stops: Unsubscribe[] = [];

  constructor(line: Realtime, tabs: TabPorts) {
    this.#line = line;
    this.#tabs = tabs;
  }

  start(): void {
    if (this.#stops.length > 0) return;
    const { tabId, post, onMessage, onClose, election } = this.#tabs;
    this.#stops.push(
      onMessage((message) => this.#onTab(message)),
      onClose(() => post({ kind: 'gone', from: tabId })),
    );
    // Without locks the lead begins within this call, and adds its own subscriptions.
    const { resign } = election(() => this.#lead());
    this.#stops.push(resign);
    post({ kind: 'hello' });
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    if (this.#leads) {
      this.#line.stop();
      this.#tabs.post({ kind: 'connected', connected: false });
    }
    this.#leads = false;
    this.#questions.clear();
    this.#watched.clear();
    this.#followed.clear();
    this.#connected.set(false);
  }

  send(frame: ClientFrame): boolean {
    const { tabId, post } = this.#tabs;
    if (this.#leads) return this.#sendFor(tabId, frame);
    // Also without a connection, for which the leading tab keeps the lists.
    post({ kind: 'send', from: tabId, frame });
    return this.connected.get();
  }

  listen(listener: (received: RealtimeMessage) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  resumeFrom(seen: () => readonly SeenVersion[]): void {
    this.#seen = seen;
  }

  #publish(received: RealtimeMessage): void {
    for (const listener of this.#listeners) listener(received);
  }

  #setConnected(now: boolean): void {
    if (now === this.connected.get()) return;
    this.#connected.set(now);
    // The leading tab requested missed events with its `hello`.
    if (!now || this.#leads) return;
    const channels = [...this.#seen()];
    if (channels.length > 0) this.send({ type: 'resume', channels });
  }

  /** Sends as the leading tab, for itself or for another tab. */
  #sendFor(from: string, frame: ClientFrame): boolean {
    const unknown = this.#unknownOf(from, frame);
    if (unknown === null) return this.#line.connected.get();
    const sent = this.#line.send(unknown);
    if (sent && frame.type === 'resume') this.#questions.ask(frame.channels, from);
    return sent;
  }

  /**
   * A frame with the lists of all tabs; null if the server knows it already. Otherwise the frames of
   * many tabs on a new connection exceed the limit, at which the server closes it.
   */
  #unknownOf(from: string, frame: ClientFrame): ClientFrame | null {
    switch (frame.type) {
      case 'watch':
        return this.#watched.put(from, frame.userIds);
      case 'follow':
        return this.#followed.put(from, frame.channelIds);
      case 'idle':
        if (frame.idle === this.#idle) return null;
        this.#idle = frame.idle;
        return frame;
      default:
        return frame;
    }
  }

  #sendAll(frames: readonly (ClientFrame | null)[]): void {
    for (const frame of frames) if (frame !== null) this.#line.send(frame);
  }

  #onLine(received: RealtimeMessage): void {
    const { tabId, post } = this.#tabs;
    const to = received.type === 'missed' ? this.#askerOf(received.data) : null;
    if (to !== tabId) post({ kind: 'heard', to, heard: received });
    if (to === null || to === tabId) this.#publish(received);
  }

  /** The tab that a frame belongs to; null if it belongs to all. */
  #askerOf(missed: Missed['data']): string | null {
    const isRefetch = missed.outcome === 'refetch';
    if (isRefetch && missed.unrequested === true) return null;
    const asker = this.#questions.next(missed.channelId);
    // Without a request all fetch again, because earlier versions of the server do not mark that.
    // Missed events start at the requesting tab's version; in another tab they would hide a gap.
    return asker ?? (isRefetch ? null : this.#tabs.tabId);
  }

  #lead(): void {
    const { tabId, post } = this.#tabs;
    this.#leads = true;
    this.#connected.set(false);
    // The previous leading tab may have closed without a message. This message makes its followers
    // request missed events again after the reconnect.
    post({ kind: 'connected', connected: false });
    this.#line.resumeFrom(() => {
      const channels = this.#seen();
      this.#questions.clear();
      this.#questions.ask(channels, tabId);
      return channels;
    });
    this.#stops.push(
      this.#line.listen((received) => this.#onLine(received)),
      this.#line.connected.subscribe(() => {
        const now = this.#line.connected.get();
        this.#idle = false;
        if (now) this.#sendAll([this.#watched.all(), this.#followed.all()]);
        this.#setConnected(now);
        post({ kind: 'connected', connected: now });
      }),
    );
    this.#line.start();
  }

  #onTab(message: TabMessage): void {
    const { tabId, post } = this.#tabs;
    switch (message.kind) {
      case 'heard':
        if (!this.#leads && (message.to === null || message.to === tabId)) {
          this.#publish(message.heard);
        }
        return;
      case 'connected':
        if (!this.#leads) this.#setConnected(message.connected);
        return;
      case 'send':
        if (this.#leads) this.#sendFor(message.from, message.frame);
        return;
      case 'gone': {
        const { from } = message;
        if (this.#leads) this.#sendAll([this.#watched.put(from, []), this.#followed.put(from, [])]);
        return;
      }
      case 'hello':
        if (this.#leads) post({ kind: 'connected', connected: this.connected.get() });
    }
  }
}
