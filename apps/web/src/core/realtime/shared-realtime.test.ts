import {
  realtimeLimits,
  type ClientFrame,
  type SeenVersion,
} from '@izgodno/contract/realtime/frames';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '#shared/store.ts';
import { nothingSeen, type RealtimeMessage, type Realtime } from './realtime.ts';
import { SharedRealtime, type TabMessage } from './shared-realtime.ts';

/**
 * Simulates tabs of one browser: the first that waits leads until it resigns. Without locks every
 * tab leads.
 */
const createBrowser = ({ hasLocks = true } = {}) => {
  const tabs = new Map<string, (message: TabMessage) => void>();
  const waiting: { readonly tabId: string; readonly lead: () => void }[] = [];
  let leader: string | null = null;
  const elect = (): void => {
    const next = waiting.shift();
    leader = next?.tabId ?? null;
    next?.lead();
  };

  const openTab = (tabId: string, seen: readonly SeenVersion[] = []) => {
    const connected = createStore(false);
    const receivedBy = new Set<(received: RealtimeMessage) => void>();
    const sent: ClientFrame[] = [];
    const received: RealtimeMessage[] = [];
    const leavers = new Set<() => void>();
    let resume = nothingSeen;
    const line: Realtime = {
      connected,
      start: () => {},
      stop: () => connected.set(false),
      send: (frame) => {
        if (connected.get()) sent.push(frame);
        return connected.get();
      },
      listen: (listener) => {
        receivedBy.add(listener);
        return () => void receivedBy.delete(listener);
      },
      resumeFrom: (listener) => {
        resume = listener;
      },
    };
    const shared = new SharedRealtime(line, {
      tabId,
      post: (message) => {
        for (const [other, receive] of tabs) if (other !== tabId) receive(message);
      },
      onMessage: (listener) => {
        tabs.set(tabId, listener);
        return () => void tabs.delete(tabId);
      },
      onClose: (listener) => {
        leavers.add(listener);
        return () => void leavers.delete(listener);
      },
      election: (lead) => {
        if (!hasLocks) {
          lead();
          return { resign: () => {} };
        }
        waiting.push({ tabId, lead });
        if (leader === null) elect();
        return {
          resign: () => {
            const index = waiting.findIndex((other) => other.tabId === tabId);
            if (index !== -1) waiting.splice(index, 1);
            if (leader === tabId) elect();
          },
        };
      },
    });
    shared.resumeFrom(() => seen);
    shared.listen((message) => void received.push(message));
    shared.start();
    return {
      shared,
      sent,
      received,
      /** The server has responded to `hello`. */
      connect: () => {
        const said = resume();
        connected.set(true);
        return said;
      },
      disconnect: () => connected.set(false),
      /** The browser closes the tab: its code no longer runs. */
      close: () => {
        for (const leave of leavers) leave();
        tabs.delete(tabId);
        if (leader === tabId) elect();
      },
      fromServer: (message: RealtimeMessage) => {
        for (const listener of receivedBy) listener(message);
      },
    };
  };
  return { openTab };
};

const CHANNEL = '01890000-0000-7000-8000-c00000000000';
const typing: RealtimeMessage = {
  type: 'typing',
  data: { channelId: CHANNEL, user: { id: CHANNEL, name: 'Мария' } },
};
const missed = (version: number): RealtimeMessage => ({
  type: 'missed',
  data: { outcome: 'messages', channelId: CHANNEL, messages: [], version, lastSeq: version },
});

let browser = createBrowser();
beforeEach(() => {
  browser = createBrowser();
});

describe('the tabs of one user', () => {
  test('receive and send through the leading tab', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second');
    expect(second.shared.send({ type: 'typing', channelId: CHANNEL })).toBe(false);
    first.connect();
    expect([first.shared.connected.get(), second.shared.connected.get()]).toEqual([true, true]);
    expect(second.shared.send({ type: 'typing', channelId: CHANNEL })).toBe(true);
    expect(first.sent).toEqual([{ type: 'typing', channelId: CHANNEL }]);
    expect(second.sent).toEqual([]);
    first.fromServer(typing);
    expect([first.received, second.received]).toEqual([[typing], [typing]]);
    first.disconnect();
    expect(second.shared.connected.get()).toBe(false);
  });

  test('each receive the response to their own request only', () => {
    const first = browser.openTab('first', [{ channelId: CHANNEL, version: 5 }]);
    const second = browser.openTab('second', [{ channelId: CHANNEL, version: 9 }]);
    expect(first.connect()).toEqual([{ channelId: CHANNEL, version: 5 }]);
    expect(first.sent).toEqual([
      { type: 'resume', channels: [{ channelId: CHANNEL, version: 9 }] },
    ]);
    first.fromServer(missed(11));
    first.fromServer(missed(12));
    expect([first.received, second.received]).toEqual([[missed(11)], [missed(12)]]);
  });

  test('do not get responses to requests of an earlier connection', () => {
    const first = browser.openTab('first', [{ channelId: CHANNEL, version: 5 }]);
    const second = browser.openTab('second', [{ channelId: CHANNEL, version: 9 }]);
    first.connect();
    first.fromServer(missed(11));
    // The connection breaks before the response to the second one.
    first.disconnect();
    first.connect();
    first.fromServer(missed(12));
    first.fromServer(missed(13));
    expect([first.received, second.received]).toEqual([[missed(11), missed(12)], [missed(13)]]);
  });

  test.each([
    ['beside a request', { unrequested: true } as const, [{ channelId: CHANNEL, version: 9 }]],
    ['of a server of an earlier version', {}, []],
  ])('all fetch a channel again that the server could not follow, %s', (_when, mark, seen) => {
    const first = browser.openTab('first');
    const second = browser.openTab('second', seen);
    first.connect();
    const refetch: RealtimeMessage = {
      type: 'missed',
      data: { outcome: 'refetch', channelId: CHANNEL, ...mark },
    };
    first.fromServer(refetch);
    expect([first.received, second.received]).toEqual([[refetch], [refetch]]);
    const responses = seen.map(({ version }) => missed(version));
    for (const response of responses) first.fromServer(response);
    expect([first.received, second.received]).toEqual([[refetch], [refetch, ...responses]]);
  });

  test('that open later learn the state of the connection', () => {
    const first = browser.openTab('first');
    first.connect();
    const second = browser.openTab('second', [{ channelId: CHANNEL, version: 3 }]);
    expect(second.shared.connected.get()).toBe(true);
    expect(first.sent).toEqual([
      { type: 'resume', channels: [{ channelId: CHANNEL, version: 3 }] },
    ]);
  });

  test('continue when the leading tab is closed', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second', [{ channelId: CHANNEL, version: 4 }]);
    first.connect();
    first.shared.stop();
    expect(second.shared.connected.get()).toBe(false);
    expect(second.connect()).toEqual([{ channelId: CHANNEL, version: 4 }]);
    second.fromServer(missed(4));
    second.fromServer(typing);
    expect(second.received).toEqual([missed(4), typing]);
    expect(first.received).toEqual([]);
  });

  test('learn of a new connection even if the leading tab closed without a message', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second');
    const third = browser.openTab('third', [{ channelId: CHANNEL, version: 4 }]);
    first.connect();
    first.close();
    expect(third.shared.connected.get()).toBe(false);
    second.connect();
    expect(second.sent).toEqual([
      { type: 'resume', channels: [{ channelId: CHANNEL, version: 4 }] },
    ]);
  });

  test('receive each event once after every sign-in, also without locks', () => {
    const tab = createBrowser({ hasLocks: false }).openTab('only');
    tab.shared.stop();
    tab.shared.start();
    tab.connect();
    tab.fromServer(typing);
    expect(tab.received).toEqual([typing]);
    tab.shared.stop();
    tab.fromServer(typing);
    expect(tab.received).toEqual([typing]);
  });

  test('send few frames on a new connection, however many they are', () => {
    const tabs = Array.from({ length: 30 }, (_, index) => {
      const { shared, ...tab } = browser.openTab(`tab ${index}`);
      shared.connected.subscribe(() => {
        if (!shared.connected.get()) return;
        shared.send({ type: 'watch', userIds: index < 2 ? [`user ${index}`] : [] });
        shared.send({ type: 'follow', channelIds: [`deal ${index % 20}`] });
        shared.send({ type: 'idle', idle: true });
      });
      return tab;
    });
    const [leading] = tabs;
    if (leading === undefined) throw new Error('No tab leads');
    const connect = () => {
      leading.sent.length = 0;
      leading.connect();
      return Map.groupBy(leading.sent, ({ type }) => type);
    };
    const first = connect();
    expect([first.get('watch')?.length, first.get('idle')?.length]).toEqual([2, 1]);
    leading.disconnect();
    tabs[1]?.close();
    const again = connect();
    expect(leading.sent).toHaveLength(3);
    expect(again.get('watch')).toEqual([{ type: 'watch', userIds: ['user 0'] }]);
    expect(again.get('follow')).toMatchObject([{ channelIds: { length: 20 } }]);
  });

  test('no longer follow what they left while there was no connection', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second');
    first.connect();
    second.shared.send({ type: 'follow', channelIds: ['deal'] });
    first.disconnect();
    expect(second.shared.send({ type: 'follow', channelIds: [] })).toBe(false);
    first.sent.length = 0;
    first.connect();
    expect(first.sent).toEqual([]);
  });

  test('watch the users of the tab used last, if they are too many', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second');
    first.connect();
    const many = Array.from({ length: realtimeLimits.maxWatched }, (_, index) => `user ${index}`);
    second.shared.send({ type: 'watch', userIds: ['maria'] });
    first.shared.send({ type: 'watch', userIds: many });
    expect(first.sent.at(-1)).toEqual({ type: 'watch', userIds: many });
    second.shared.send({ type: 'watch', userIds: ['boris'] });
    expect(first.sent.at(-1)).toMatchObject({ userIds: ['boris', ...many.slice(0, -1)] });
  });

  test('watch the users and follow the channels that any of them shows', () => {
    const first = browser.openTab('first');
    const second = browser.openTab('second');
    first.connect();
    first.shared.send({ type: 'watch', userIds: ['ann', 'boris'] });
    second.shared.send({ type: 'watch', userIds: ['boris', 'maria'] });
    second.shared.send({ type: 'watch', userIds: ['maria'] });
    second.shared.send({ type: 'follow', channelIds: ['deal'] });
    second.close();
    const follows = first.sent.filter(({ type }) => type === 'follow');
    expect(follows).toMatchObject([{ channelIds: ['deal'] }, { channelIds: [] }]);
    const watched = first.sent.flatMap((frame) =>
      frame.type === 'watch' ? [frame.userIds.toSorted()] : [],
    );
    expect(watched).toEqual([
      ['ann', 'boris'],
      ['ann', 'boris', 'maria'],
      ['ann', 'boris', 'maria'],
      ['ann', 'boris'],
    ]);
  });
});
