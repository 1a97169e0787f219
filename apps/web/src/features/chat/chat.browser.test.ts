import { beforeEach, expect, test, vi } from 'vitest';
import { CHANNEL_RESTORED_EVENT } from './channels/selection.ts';

const effects = vi.hoisted(() => {
  const made: string[] = [];
  const note = (name: string) => () => {
    made.push(name);
    return () => {};
  };
  return { made, note };
});

vi.mock('#core/realtime/browser/realtime.ts', () => ({
  realtime: {
    connected: { get: () => false, subscribe: effects.note('connected') },
    listen: effects.note('listen'),
    resumeFrom: effects.note('resumeFrom'),
    start: effects.note('start'),
    stop: effects.note('stop'),
    send: () => false,
  },
}));

beforeEach(() => {
  effects.made.length = 0;
  vi.resetModules();
});

test('importing the chat has no effect', async () => {
  const addListener = vi.spyOn(window, 'addEventListener');
  await import('./chat-page.tsx');
  expect(effects.made).toEqual([]);
  expect(addListener.mock.calls.map(([type]) => type)).not.toContain(CHANNEL_RESTORED_EVENT);
});

test('the chat starts once, however many parts of the page start it', async () => {
  const { startChat } = await import('./chat.ts');
  startChat();
  const first = [...effects.made];
  expect(first).toEqual(expect.arrayContaining(['resumeFrom', 'listen', 'connected']));
  startChat();
  expect(effects.made).toEqual(first);
});
