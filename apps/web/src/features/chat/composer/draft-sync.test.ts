import type { MessageDraft } from '@izgodno/contract/chat/draft-calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { after } from '#shared/browser-events.ts';
import { DraftSync, draftKey, type DraftScope } from './draft-sync.ts';
import type { StoredDraft } from './drafts.ts';

const channel = { channelId: 'c', threadId: null };
const thread = { channelId: 'c', threadId: 't' };

/** The server, by the rule of its drafts, with what it publishes. */
const createServer = () => {
  const texts = new Map<string, MessageDraft>();
  const listeners = new Set<(draft: MessageDraft) => void>();
  let versions = 0;
  return {
    listeners,
    list: () => [...texts.values()],
    store(written: MessageDraft) {
      const key = draftKey(written);
      const known = texts.get(key);
      if (known !== undefined && known.version !== written.version)
        return { stored: false, draft: known };
      versions += 1;
      const draft = { ...written, text: written.text.trim(), version: versions };
      if (draft.text === '') texts.delete(key);
      else texts.set(key, draft);
      for (const listener of listeners) listener(draft);
      return { stored: true, draft };
    },
  };
};
let server = createServer();

/** A device with its storage, and a connection that can be cut. */
const createDevice = () => {
  const stored = new Map<string, StoredDraft>();
  const device = { isOnline: true, delayMs: 0 };
  const reach = async <Result>(work: () => Result): Promise<Result> => {
    await Promise.resolve();
    if (device.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, device.delayMs));
    if (!device.isOnline) throw new Error('no connection');
    return work();
  };
  const create = () =>
    new DraftSync({
      read: () => Object.fromEntries(stored),
      keep: (_userId, key, draft) =>
        void (draft === null ? stored.delete(key) : stored.set(key, draft)),
      fetchAll: () => reach(server.list),
      store: (draft) => reach(() => server.store(draft)),
      after,
      pauseMs: () => 1_000,
      isPassing: () => true,
      log: () => {},
    });
  let sync = create();
  server.listeners.add((draft) => {
    if (device.isOnline) sync.receive({ type: 'draft.changed', data: { draft } });
  });
  sync.begin('u');
  return Object.assign(device, {
    stored,
    text: (where: DraftScope = channel) => sync.drafts.get().get(draftKey(where))?.text ?? '',
    type: (text: string, where: DraftScope = channel) => sync.change(where, { text, people: [] }),
    async reconnect() {
      device.isOnline = true;
      await sync.refresh();
      await pause();
    },
    reload() {
      sync.end();
      sync = create();
      sync.begin('u');
    },
    leave: () => sync.receive({ type: 'channel.left', data: { channelId: 'c', reason: 'left' } }),
  });
};

/** The pause after typing, and everything that follows. */
const pause = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(2_000));

beforeEach(() => {
  vi.useFakeTimers();
  server = createServer();
});
afterEach(() => vi.useRealTimers());

test('a text reaches the other device after a pause, in its channel or thread, and leaves it once sent', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('Здра');
  laptop.type('Здравей ');
  laptop.type('в нишката', thread);
  await pause();
  expect([phone.text(), phone.text(thread)]).toEqual(['Здравей', 'в нишката']);
  // What is typed stays as it is, also the space at its end.
  expect(laptop.text()).toBe('Здравей ');
  phone.type('');
  await pause();
  expect([laptop.text(), laptop.text(thread)]).toEqual(['', 'в нишката']);
  expect([...laptop.stored.keys()]).toEqual([draftKey(thread)]);
});

test('a sent text leaves the other device at once', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('Здравей');
  await pause();
  laptop.type('');
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.text()).toBe('');
});

test('a text that is typed while the one before is on its way follows it', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.delayMs = 5_000;
  laptop.type('Здра');
  await pause();
  laptop.type('Здравей');
  await pause();
  expect(phone.text()).toBe('');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(phone.text()).toBe('Здравей');
});

test('what is typed here is not replaced, and the device that types last has the word', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('едно');
  await pause();
  phone.type('едно и две');
  laptop.type('едно и три');
  await pause();
  // One was stored first; the other is still as it was typed.
  expect([laptop.text(), phone.text()]).toEqual(['едно и три', 'едно и две']);
  laptop.type('едно и три!');
  await pause();
  phone.type('едно и три! Да');
  await pause();
  expect([laptop.text(), phone.text()]).toEqual(['едно и три! Да', 'едно и три! Да']);
});

test('a text of another device that arrives while one types here is shown once the own is stored', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('едно');
  await pause();
  const store = server.store.bind(server);
  // The other device stores on top of it before this one has the response.
  server.store = (written) => {
    server.store = store;
    const response = store(written);
    store({ ...response.draft, text: 'от телефона' });
    return response;
  };
  laptop.type('едно и две');
  await pause();
  expect([laptop.text(), phone.text()]).toEqual(['от телефона', 'от телефона']);
});

test('drafts that could not be read after a new connection are read again', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  phone.isOnline = false;
  laptop.type('Здравей');
  await pause();
  const { list } = server;
  server.list = () => {
    server.list = list;
    throw new Error('the line is bad');
  };
  await phone.reconnect();
  expect(phone.text()).toBe('Здравей');
});

test('a text written without a connection does not replace a newer one until it is typed on', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('старо');
  await pause();
  phone.isOnline = false;
  phone.type('в метрото');
  await pause();
  laptop.type('ново');
  await pause();
  phone.reload();
  await phone.reconnect();
  await phone.reconnect();
  expect([laptop.text(), phone.text()]).toEqual(['ново', 'в метрото']);
  phone.type('в метрото и след него');
  await pause();
  expect(laptop.text()).toBe('в метрото и след него');
});

test('a sent text does not come back by the event of its own draft', async () => {
  const laptop = createDevice();
  laptop.type('изпратено');
  await vi.advanceTimersByTimeAsync(500);
  // The draft is on its way while the message is sent.
  laptop.type('още');
  vi.advanceTimersByTime(500);
  laptop.type('');
  await pause();
  expect(laptop.text()).toBe('');
  expect(server.list()).toEqual([]);
});

test('after an absence a device has the texts of the server, and stores its own', async () => {
  const [laptop, phone] = [createDevice(), createDevice()];
  laptop.type('чернова');
  await pause();
  phone.isOnline = false;
  laptop.type('');
  laptop.type('нова', thread);
  await pause();
  phone.type('друга', { channelId: 'd', threadId: null });
  await phone.reconnect();
  expect([phone.text(), phone.text(thread)]).toEqual(['', 'нова']);
  expect(laptop.text({ channelId: 'd', threadId: null })).toBe('друга');
  laptop.leave();
  expect(laptop.text(thread)).toBe('');
});
