import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  showPushes,
  type NotificationClick,
  type PushEvent,
  type PushScope,
  type SubscriptionChange,
} from './show-pushes.ts';

const shown = vi.fn<PushScope['registration']['showNotification']>();
const opened = vi.fn<(url: string) => void>();
const subscribed = vi.fn<(options: PushSubscriptionOptionsInit) => void>();
type OpenPage = Awaited<ReturnType<PushScope['clients']['matchAll']>>[number];
let openPages: OpenPage[] = [];
let listeners: {
  push?: (event: PushEvent) => void;
  notificationclick?: (event: NotificationClick) => void;
  pushsubscriptionchange?: (event: SubscriptionChange) => void;
} = {};

const scope: PushScope = {
  addEventListener: (kind: string, listener: never) => {
    listeners = { ...listeners, [kind]: listener };
  },
  registration: {
    pushManager: { subscribe: async (options) => subscribed(options) },
    showNotification: async (title, options) => shown(title, options),
  },
  clients: {
    matchAll: async () => openPages,
    openWindow: async (url) => opened(url),
  },
};

const push = async (json: () => unknown): Promise<void> => {
  const work: Promise<unknown>[] = [];
  listeners.push?.({ data: { json }, waitUntil: (one) => void work.push(one) });
  await Promise.all(work);
};

const close = vi.fn<() => void>();

const tap = async (data: unknown): Promise<void> => {
  const work: Promise<unknown>[] = [];
  listeners.notificationclick?.({
    notification: { data, close },
    waitUntil: (one) => void work.push(one),
  });
  await Promise.all(work);
};

/** Opens a page that receives messages, and returns what brings it up and loads another into it. */
const openPage = (postMessage: OpenPage['postMessage']) => {
  const navigate = vi.fn<(url: string) => Promise<void>>(async () => undefined);
  const focus = vi.fn<() => Promise<void>>();
  openPages = [{ focus, postMessage, navigate }];
  return { navigate, focus };
};

beforeEach(() => {
  shown.mockReset();
  close.mockReset();
  opened.mockReset();
  subscribed.mockReset();
  openPages = [];
  showPushes(scope);
});

describe('a push', () => {
  test('is shown with the server’s text', async () => {
    await push(() => ({ title: 'Cheaper', body: 'A bicycle', path: '/deals/7', tag: 'deal-7' }));
    expect(shown).toHaveBeenCalledWith('Cheaper', {
      body: 'A bicycle',
      tag: 'deal-7',
      data: { path: '/deals/7' },
      icon: '/icons/icon-192.png',
    });
  });

  test('in an unknown form is not shown', async () => {
    await push(() => ({ title: 'Cheaper' }));
    expect(shown).not.toHaveBeenCalled();
  });
});

describe('tapping a notice', () => {
  test('opens what it is about', async () => {
    await tap({ path: '/deals/7' });
    expect(opened).toHaveBeenCalledWith('/deals/7');
    expect(close).toHaveBeenCalledOnce();
  });

  test('uses the open page, which loses nothing by it', async () => {
    const received = vi.fn<(message: unknown) => void>();
    const closed = vi.spyOn(MessagePort.prototype, 'close');
    const { navigate, focus } = openPage((message, [port]) => {
      received(message);
      if (port instanceof MessagePort) port.postMessage(null);
    });
    await tap({ path: '/deals/7' });
    expect(received).toHaveBeenCalledWith({ path: '/deals/7' });
    expect(closed).toHaveBeenCalledOnce();
    closed.mockRestore();
    expect(focus).toHaveBeenCalledOnce();
    expect(navigate).not.toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  test('loads an open page that does not respond, such as one of an earlier version', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { navigate } = openPage(() => undefined);
    const tapped = tap({ path: '/deals/7' });
    await vi.advanceTimersByTimeAsync(2_000);
    await tapped;
    vi.useRealTimers();
    expect(navigate).toHaveBeenCalledWith('/deals/7');
    expect(opened).not.toHaveBeenCalled();
  });

  test.each([[{ path: '//elsewhere.example' }], [{ path: 'https://elsewhere.example' }], [null]])(
    'never leaves the site: %o',
    async (data) => {
      await tap(data);
      expect(opened).toHaveBeenCalledWith('/');
    },
  );
});

describe('a subscription that the browser has ended', () => {
  test('is renewed with the same key', () => {
    const applicationServerKey = new ArrayBuffer(65);
    const change = { options: { applicationServerKey } };
    listeners.pushsubscriptionchange?.({ oldSubscription: change, waitUntil: () => undefined });
    expect(subscribed).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey });
  });

  test('is not renewed if its key is unknown', () => {
    listeners.pushsubscriptionchange?.({ oldSubscription: null, waitUntil: () => undefined });
    expect(subscribed).not.toHaveBeenCalled();
  });
});
