import { type ClientFrame, realtimeLimits } from '@izgodno/contract/realtime/frames';
import { createStore, type Unsubscribe } from '#shared/store.ts';
import { nothingSeen, type RealtimeMessage, type Realtime } from './realtime.ts';

type WatchFrame = Extract<ClientFrame, { type: 'watch' }>;

/**
 * The users that the tabs of one browser watch, merged because the server keeps one list per
 * connection.
 */
interface WatchedUsers {
  /** Replaces the list of one tab and returns the merged list. */
  readonly put: (tabId: string, userIds: readonly string[]) => WatchFrame;
  /** Returns the list without a closed tab; null if that tab watched no users. */
  readonly leave: (tabId: string) => WatchFrame | null;
  readonly clear: () => void;
}

const createWatchedUsers = (): WatchedUsers => {
  const byTab = new Map<string, readonly string[]>();

  // If the list is too long, the users of the latest tab stay.
  const all = (): WatchFrame => ({
    type: 'watch',
    userIds: [...new Set([...byTab.values()].toReversed().flat())].slice(
      0,
      realtimeLimits.maxWatched,
    ),
  });

  return {
    put: (tabId, userIds) => {
      byTab.delete(tabId);
      byTab.set(tabId, userIds);
      return all();
    },
    leave: (tabId) => (byTab.delete(tabId) ? all() : null),
    clear: () => byTab.clear(),
  };
};

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
const createQuestions = () => {
  const askers = new Map<string, string[]>();
  return {
    ask: (channelIds: readonly string[], tabId: string): void => {
      for (const id of channelIds) askers.set(id, [...(askers.get(id) ?? []), tabId]);
    },
    answer: (channelId: string): string | null => askers.get(channelId)?.shift() ?? null,
    clear: (): void => askers.clear(),
  };
};

/**
 * One connection for all tabs of a user. The leading tab holds it; the others send and receive
 * through it. When that tab closes, another takes over, and every tab requests what it missed.
 */
export const createSharedRealtime = (line: Realtime, tabs: TabPorts): Realtime => {
  const { tabId, post } = tabs;
  const connected = createStore(false);
  const listeners = new Set<(received: RealtimeMessage) => void>();
  const questions = createQuestions();
  const watched = createWatchedUsers();
  let seen = nothingSeen;
  let leads = false;
  let stops: Unsubscribe[] = [];

  const tell = (received: RealtimeMessage): void => {
    for (const listener of listeners) listener(received);
  };

  const setConnected = (now: boolean): void => {
    if (now === connected.get()) return;
    connected.set(now);
    // The leading tab requested missed events with its `hello`.
    if (now && !leads) askMissed();
  };

  const askMissed = (): void => {
    const channels = [...seen()];
    if (channels.length > 0) send({ type: 'resume', channels });
  };

  /** Sends as the leading tab, for itself or for another tab. */
  const sendFor = (from: string, frame: ClientFrame): boolean => {
    const sent = line.send(frame.type === 'watch' ? watched.put(from, frame.userIds) : frame);
    if (sent && frame.type === 'resume') {
      questions.ask(
        frame.channels.map(({ channelId }) => channelId),
        from,
      );
    }
    return sent;
  };

  const send = (frame: ClientFrame): boolean => {
    if (leads) return sendFor(tabId, frame);
    if (!connected.get()) return false;
    post({ kind: 'send', from: tabId, frame });
    return true;
  };

  const onLine = (received: RealtimeMessage): void => {
    if (received.type !== 'missed') {
      post({ kind: 'heard', to: null, heard: received });
      tell(received);
      return;
    }
    // Missed events start at the requesting tab's version; in another tab they would hide a gap.
    const asker = questions.answer(received.data.channelId) ?? tabId;
    if (asker === tabId) tell(received);
    else post({ kind: 'heard', to: asker, heard: received });
  };

  const lead = (): void => {
    leads = true;
    connected.set(false);
    // The previous leading tab may have closed without a message. This message makes its followers
    // request missed events again after the reconnect.
    post({ kind: 'connected', connected: false });
    line.resumeFrom(() => {
      const channels = seen();
      questions.clear();
      questions.ask(
        channels.map(({ channelId }) => channelId),
        tabId,
      );
      return channels;
    });
    stops.push(
      line.listen(onLine),
      line.connected.subscribe(() => {
        const now = line.connected.get();
        if (!now) watched.clear();
        setConnected(now);
        post({ kind: 'connected', connected: now });
      }),
    );
    line.start();
  };

  const onTab = (message: TabMessage): void => {
    switch (message.kind) {
      case 'heard':
        if (!leads && (message.to === null || message.to === tabId)) tell(message.heard);
        return;
      case 'connected':
        if (!leads) setConnected(message.connected);
        return;
      case 'send':
        if (leads) sendFor(message.from, message.frame);
        return;
      case 'gone': {
        const left = leads ? watched.leave(message.from) : null;
        if (left !== null) line.send(left);
        return;
      }
      case 'hello':
        if (leads) post({ kind: 'connected', connected: connected.get() });
    }
  };

  return {
    connected,
    start: () => {
      if (stops.length > 0) return;
      const { resign } = tabs.election(lead);
      stops = [
        tabs.onMessage(onTab),
        tabs.onClose(() => post({ kind: 'gone', from: tabId })),
        resign,
      ];
      post({ kind: 'hello' });
    },
    stop: () => {
      for (const stop of stops.splice(0)) stop();
      if (leads) {
        line.stop();
        post({ kind: 'connected', connected: false });
      }
      leads = false;
      questions.clear();
      watched.clear();
      connected.set(false);
    },
    send,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resumeFrom: (given) => {
      seen = given;
    },
  };
};
