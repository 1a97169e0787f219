import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import { createStore } from '#shared/store.ts';
import { nothingSeen, type Heard, type Realtime } from './realtime.ts';
import { createWatchedPeople } from './watched-people.ts';

type Stop = () => void;

/** What tabs of one person tell each other. */
export type TabMessage =
  /** The leading tab: everybody's news, or the answer to what one tab asked. */
  | { readonly kind: 'heard'; readonly to: string | null; readonly heard: Heard }
  | { readonly kind: 'connected'; readonly connected: boolean }
  /** A following tab: a frame to send, and whether there is a connection. */
  | { readonly kind: 'send'; readonly from: string; readonly frame: ClientFrame }
  | { readonly kind: 'gone'; readonly from: string }
  | { readonly kind: 'hello' };

export interface TabPorts {
  /** Names this tab among the others. */
  readonly tabId: string;
  readonly post: (message: TabMessage) => void;
  readonly onMessage: (listener: (message: TabMessage) => void) => Stop;
  /** Tells that this tab is being closed, or left for another page. */
  readonly onGone: (listener: () => void) => Stop;
  /** Calls `lead` once this tab is the one that leads; `resign` ends it, or the waiting for it. */
  readonly election: (lead: () => void) => { readonly resign: Stop };
}

/** Which tab asked what was missed of a channel: the server answers in the order of the questions. */
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
 * One connection for all tabs of a person: the tab that leads holds it, the others hear and speak
 * through it. When that tab is closed another one takes over, and every tab asks what it missed.
 */
export const createSharedRealtime = (line: Realtime, tabs: TabPorts): Realtime => {
  const { tabId, post } = tabs;
  const connected = createStore(false);
  const listeners = new Set<(heard: Heard) => void>();
  const questions = createQuestions();
  const watched = createWatchedPeople();
  let seen = nothingSeen;
  let leads = false;
  let stops: Stop[] = [];

  const tell = (heard: Heard): void => {
    for (const listener of listeners) listener(heard);
  };

  const setConnected = (now: boolean): void => {
    if (now === connected.get()) return;
    connected.set(now);
    // The leading tab asked with its `hello`.
    if (now && !leads) askMissed();
  };

  const askMissed = (): void => {
    const channels = [...seen()];
    if (channels.length > 0) send({ type: 'resume', channels });
  };

  /** As the leading tab, for itself or another. */
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

  const onLine = (heard: Heard): void => {
    if (heard.type !== 'missed') {
      post({ kind: 'heard', to: null, heard });
      tell(heard);
      return;
    }
    // What one tab missed starts from where that tab was: to another it would hide a gap.
    const asker = questions.answer(heard.data.channelId) ?? tabId;
    if (asker === tabId) tell(heard);
    else post({ kind: 'heard', to: asker, heard });
  };

  const lead = (): void => {
    leads = true;
    connected.set(false);
    // Whoever led before may be gone without a word: its followers ask anew once there is a connection.
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
        tabs.onGone(() => post({ kind: 'gone', from: tabId })),
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
