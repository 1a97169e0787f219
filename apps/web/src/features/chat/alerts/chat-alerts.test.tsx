import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { toastLog } from '#shared/ui/shown-toasts.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { chatHref } from '../paths.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aFile, aMessage } from '../testing/messages.ts';
import type * as ShowNotice from './show-notice.ts';
import { aChannel, InPage, ME, OTHER } from '../testing/served-chat.tsx';

const world = vi.hoisted(() => {
  const state: {
    channels: OwnChannel[];
    status: object;
    shown: { title: string; body: string | undefined }[];
    onPhone: boolean;
    shownByWorker: [title: string, options: NotificationOptions | undefined][];
    beforeNotice: (text: string) => Promise<void>;
    /** What was played: hertz, begin and end. */
    tones: [pitch: number, from: number, to: number][];
  } = {
    channels: [],
    status: {},
    shown: [],
    onPhone: false,
    shownByWorker: [],
    beforeNotice: () => Promise.resolve(),
    tones: [],
  };
  return state;
});

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('./show-notice.ts', async (original) => {
  const { showNotice, ...others } = await original<typeof ShowNotice>();
  return {
    ...others,
    showNotice: async (...given: Parameters<typeof showNotice>) => {
      await world.beforeNotice(given[0].message.text);
      return showNotice(...given);
    },
  };
});

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee', role: 'member' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const response = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  switch (new URL(request.url).pathname) {
    case '/api/chat/status':
      if (request.method === 'PUT') world.status = await request.json();
      return Response.json({ success: true, status: world.status });
    case '/api/channels':
      return Response.json({ success: true, channels: world.channels });
    case '/api/channels/activity':
      return Response.json({ success: true, activity: [] });
    default:
      return Response.json({ success: true, user: { ...ME, lastActiveMessages: {} } });
  }
};
globalThis.fetch = vi.fn<typeof fetch>(response);

class SystemNotice extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static latest: SystemNotice | null = null;
  readonly close = vi.fn<() => void>();
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions = {}) {
    super();
    if (world.onPhone) throw new TypeError('Illegal constructor. Use the service worker.');
    world.shown.push({ title, body: options.body });
    this.options = options;
    SystemNotice.latest = this;
  }
}
Object.assign(globalThis, { Notification: SystemNotice });
Object.assign(navigator.serviceWorker, {
  getRegistration: async () => ({
    showNotification: async (...shown: (typeof world.shownByWorker)[number]) => {
      world.shownByWorker.push(shown);
    },
  }),
});

const connect = <Node,>(node: Node): Node => node;

class Loudspeaker {
  readonly currentTime = 5;
  readonly destination = null;
  state = 'suspended';
  async resume(): Promise<void> {
    this.state = 'running';
  }
}
class Volume {
  readonly connect = connect;
  readonly gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
}
class Tone {
  readonly connect = connect;
  readonly #context: Loudspeaker;
  readonly #pitch: number;
  #from = 0;
  constructor(context: Loudspeaker, { frequency }: { readonly frequency: number }) {
    this.#context = context;
    this.#pitch = frequency;
  }
  start(at: number): void {
    this.#from = at;
  }
  stop(at: number): void {
    if (this.#context.state === 'running') world.tones.push([this.#pitch, this.#from, at]);
  }
}
Object.assign(globalThis, { AudioContext: Loudspeaker, GainNode: Volume, OscillatorNode: Tone });

const { directory, startChat } = await import('../chat.ts');
const { ChatAlerts } = await import('./chat-alerts.tsx');
const { isSomePageInSight } = await import('./chat-alerts.tsx');
const { StatusMenu } = await import('../members/status-menu.tsx');

startChat();

const GENERAL = aChannel();
const QUIET = aChannel({ id: '01890000-0000-7000-8000-c00000000001', name: 'Quiet' });

const FILE = aFile({ fileName: 'tent.png', mimeType: 'image/png' });

const arrive = (given: Partial<Message>): void => {
  const message = aMessage({ seq: 1, sender: OTHER, ...given });
  publish({ type: 'message.created', data: { message } });
};
const toasts = (): readonly string[] => toastStore.get().map(({ text }) => text);
/** Delivers the last of several messages, after the earlier ones were decided. */
const arriveLast = async (): Promise<void> => {
  arrive({ id: crypto.randomUUID(), text: 'The last' });
  await expect.poll(toasts).toContain('Мария in General: The last');
};

/** Simulates a switch to another program. */
const lookAway = async (): Promise<void> => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(isSomePageInSight).toBe(false);
};

const setStatus = async (choose: () => Promise<void>): Promise<void> => {
  await userEvent.click(page.getByRole('button', { name: /Ann Lee/ }));
  await choose();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
};

let screen: RenderResult;

beforeEach(async () => {
  localStorage.clear();
  world.shown = [];
  world.beforeNotice = () => Promise.resolve();
  world.onPhone = false;
  world.shownByWorker = [];
  world.tones = [];
  world.status = { availability: 'auto', emoji: '', text: '', until: null };
  world.channels = [
    GENERAL,
    { ...QUIET, membership: { ...QUIET.membership, notifications: 'none' } },
  ];
  toastStore.set([]);
  toastLog.set([]);
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more')]);
  await directory.begin(ME.id);
  screen = await render(
    <InPage>
      <ChatAlerts />
      <StatusMenu />
    </InPage>,
  );
});
afterEach(() => directory.end());

describe('a message that the user does not see', () => {
  test('is shown in the page as text, unless its channel is muted', async () => {
    arrive({ id: crypto.randomUUID(), channelId: QUIET.id, text: 'From the quiet one' });
    arrive({ id: crypto.randomUUID(), text: `**Winter** tyres, <@${ME.id}>?`, mentions: [ME] });
    await arriveLast();
    // The later one replaces the earlier one, which stays in the log.
    expect(toasts()).toEqual(['Мария in General: The last']);
    expect(toastLog.get().map(({ text }) => text)).toEqual([
      'Мария in General: The last',
      'Мария in General: Winter tyres, @Ann Lee?',
    ]);
    expect(world.shown).toEqual([]);
  });

  test('is shown after the one before, whose code is still loading', async () => {
    const loading = Promise.withResolvers<void>();
    const begun: string[] = [];
    world.beforeNotice = (text) => {
      begun.push(text);
      return text === 'First' ? loading.promise : Promise.resolve();
    };
    arrive({ id: crypto.randomUUID(), text: 'First' });
    arrive({ id: crypto.randomUUID(), text: 'The last' });
    await expect.poll(() => begun).toContain('First');
    await expect.element(page.getByRole('button', { name: /Ann Lee/ })).toBeVisible();
    expect(begun).toEqual(['First']);
    loading.resolve();
    await expect.poll(toasts).toEqual(['Мария in General: The last']);
    expect(toastLog.get().map(({ text }) => text)).toEqual([
      'Мария in General: The last',
      'Мария in General: First',
    ]);
  });

  test('is in no toast if its channel was opened while the code was loading', async () => {
    const loading = Promise.withResolvers<void>();
    let hasBegun = false;
    world.beforeNotice = () => {
      hasBegun = true;
      return loading.promise;
    };
    arrive({ id: crypto.randomUUID(), text: 'First' });
    await expect.poll(() => hasBegun).toBe(true);
    navigate(chatHref(GENERAL.id));
    // The page is rendered with the new path before the code is there.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    loading.resolve();
    await expect.poll(() => toastLog.get()).toHaveLength(1);
    // By itself it would leave after 10 s.
    await expect.poll(toasts, { timeout: 5_000 }).toEqual([]);
    navigate('/');
  });

  test('is no longer in a toast once its channel is open', async () => {
    await arriveLast();
    navigate(chatHref(QUIET.id));
    await expect.poll(toasts).toEqual(['Мария in General: The last']);
    navigate(chatHref(GENERAL.id));
    await expect.poll(toasts).toEqual([]);
    navigate('/');
  });

  test('is a system notification if the user is in another program', async () => {
    await lookAway();
    arrive({ id: crypto.randomUUID(), text: 'Winter **tyres**' });
    await expect
      .poll(() => world.shown)
      .toEqual([{ title: 'Мария in General', body: 'Winter tyres' }]);
    expect(toasts()).toEqual([]);
    const { latest } = SystemNotice;
    // The next of the channel takes its place, and the page plays the sound.
    expect(latest?.options).toMatchObject({ tag: GENERAL.id, silent: true });
    latest?.dispatchEvent(new Event('click'));
    expect(location.pathname).toBe(chatHref(GENERAL.id));
    expect(latest?.close).toHaveBeenCalledOnce();
    navigate('/');
  });

  test('is no system notification if the user has not allowed it', async () => {
    await lookAway();
    world.beforeNotice = async (text) => {
      SystemNotice.permission = text === 'Before' ? 'denied' : 'granted';
    };
    arrive({ id: crypto.randomUUID(), text: 'Before' });
    arrive({ id: crypto.randomUUID(), text: 'After' });
    await expect.poll(() => world.shown).toEqual([{ title: 'Мария in General', body: 'After' }]);
  });

  test('is in a toast that leads to it, with the begin of a long text or what it consists of', async () => {
    world.channels = [{ ...GENERAL, kind: 'direct', people: [ME, OTHER] }];
    await directory.reload();
    await expect.poll(() => directory.state.get().channels.get(GENERAL.id)?.kind).toBe('direct');
    arrive({ id: crypto.randomUUID(), text: 'long '.repeat(40) });
    await expect.poll(toasts).toEqual([`Мария: ${'long '.repeat(28)}`]);
    toastStore.get()[0]?.action?.run();
    expect(location.pathname).toBe(chatHref(GENERAL.id));
    navigate('/');
    arrive({ id: crypto.randomUUID(), text: '', attachments: [FILE] });
    await expect.poll(toasts).toEqual(['Мария: Sent a file']);
    arrive({ id: crypto.randomUUID(), text: '', attachments: [{ ...FILE, waveform: [1] }] });
    await expect.poll(toasts).toEqual(['Мария: Voice message']);
  });

  test('is a system notification by the service worker on a phone, where pages cannot show one', async () => {
    world.onPhone = true;
    await lookAway();
    arrive({ id: crypto.randomUUID(), text: 'Winter tyres' });
    await expect.poll(() => world.shownByWorker).toHaveLength(1);
    expect(world.shownByWorker[0]).toMatchObject([
      'Мария in General',
      { body: 'Winter tyres', tag: GENERAL.id, data: { path: `/chat/${GENERAL.id}` } },
    ]);
  });

  test('is not shown in do-not-disturb', async () => {
    await setStatus(() => userEvent.click(page.getByRole('radio', { name: /^Do not disturb/ })));
    arrive({ id: crypto.randomUUID(), text: 'Disturbing' });
    await setStatus(() => userEvent.click(page.getByRole('radio', { name: /^Automatic/ })));
    await arriveLast();
    expect(toasts()).toEqual(['Мария in General: The last']);
  });
});

const loseChannel = (reason: 'left' | 'removed' | 'banned', channelId = GENERAL.id): void =>
  publish({ type: 'channel.left', data: { channelId, reason } });

describe('a user who is put out of a channel', () => {
  test('sees what happened, in which channel, and how to return', async () => {
    loseChannel('removed');
    await expect
      .poll(toasts)
      .toEqual(['A moderator removed you from “General”. You can join it again.']);
    const [toast] = toastStore.get();
    // It may come while the user looks away.
    expect(toast?.durationMs).toBe(Infinity);
    toast?.action?.run();
    expect(location.pathname).toBe(chatHref(GENERAL.id));
    navigate('/');
  });

  test('learns that a private channel needs an invitation', async () => {
    world.channels = [{ ...GENERAL, kind: 'private' }];
    await directory.reload();
    await chooseLanguage('bg');
    await Promise.all([loadArea('chat'), loadArea('chat.more')]);
    loseChannel('removed');
    await expect
      .poll(toasts)
      .toEqual([
        'Модератор Ви премахна от канала „General“. Можете да се върнете, ако някой от участниците Ви покани.',
      ]);
    expect(toastStore.get()[0]?.action).toBeUndefined();
  });

  test('learns of a ban', async () => {
    loseChannel('banned');
    await expect
      .poll(toasts)
      .toEqual([
        'A moderator banned you from “General”. If you think this is a mistake, write to a moderator of the channel.',
      ]);
  });

  test('sees nothing after leaving by themselves', async () => {
    loseChannel('left');
    loseChannel('banned', QUIET.id);
    await expect.poll(toasts).toHaveLength(1);
    expect(toasts()[0]).toContain('Quiet');
  });

  test('sees it in the page that is visible, and not also in hidden ones', async () => {
    await lookAway();
    const { promise, resolve } = Promise.withResolvers<void>();
    void navigator.locks.request('chat-in-sight', { mode: 'shared' }, () => promise);
    await expect.poll(isSomePageInSight).toBe(true);
    loseChannel('removed');
    // The hidden page asks the locks before this.
    await isSomePageInSight();
    resolve();
    await expect.poll(isSomePageInSight).toBe(false);
    // If no page is visible, the user may come back to any.
    loseChannel('banned', QUIET.id);
    await expect.poll(toasts).toHaveLength(1);
    expect(toasts()[0]).toContain('Quiet');
  });
});

const title = () => document.title;

/** Makes the server count the messages of a channel, and those that the user has read. */
const count = async (lastSeq: number, readSeq: number): Promise<void> => {
  world.channels = [{ ...GENERAL, lastSeq, membership: { ...GENERAL.membership, readSeq } }];
  await directory.reload();
};

test('the title begins with the number of unread messages, whatever the page is called', async () => {
  document.title = 'Deals - Izgodno';
  await count(99, 0);
  await expect.poll(title).toBe('(99) Deals - Izgodno');
  await count(100, 0);
  await expect.poll(title).toBe('(99+) Deals - Izgodno');
  document.title = 'Chat - Izgodno';
  await expect.poll(title).toBe('(99+) Chat - Izgodno');
  await count(100, 100);
  await expect.poll(title).toBe('Chat - Izgodno');
  await count(101, 100);
  await expect.poll(title).toBe('(1) Chat - Izgodno');
  await screen.unmount();
  expect(title()).toBe('Chat - Izgodno');
  await expect.poll(isSomePageInSight).toBe(false);
});

test('the user’s status is stored and shown, and the sound is per device', async () => {
  await setStatus(async () => {
    await userEvent.fill(page.getByRole('textbox', { name: 'Status text' }), 'Looking at tents');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Sound' }), 'Bell');
  });
  expect(world.status).toMatchObject({ text: 'Looking at tents', until: null });
  await expect.element(page.getByText('Looking at tents')).toBeVisible();
  expect(localStorage.getItem('chat-notice-sound')).toBe('bell');
  const bell = [
    [1_046, 5, 5.9],
    [2_093, 5, 5.5],
  ];
  expect(world.tones).toEqual(bell);
  await arriveLast();
  expect(world.tones).toEqual([...bell, ...bell]);
  toastStore.set([]);
  await setStatus(() =>
    userEvent.selectOptions(page.getByRole('combobox', { name: 'Sound' }), 'None'),
  );
  await arriveLast();
  expect(world.tones).toHaveLength(4);
});
