import { expect, test, vi } from 'vitest';
import { createStore } from '#shared/store.ts';

const world = vi.hoisted(() => ({ connected: { get: () => false, subscribe: () => () => {} } }));
vi.mock('./browser/realtime.ts', () => ({ realtime: world }));

/** A page that begins now, with its connection. */
const begin = async (isConnected = false) => {
  vi.resetModules();
  vi.useFakeTimers();
  const connected = createStore(isConnected);
  Object.assign(world, { connected });
  const { onReconnect } = await import('./on-reconnect.ts');
  const read = vi.fn<() => void>();
  return { connected, read, stop: onReconnect(read), onReconnect };
};

test('the first connection repeats no reads of the start; a later one does', async () => {
  const { connected, read, stop } = await begin();
  vi.advanceTimersByTime(4_999);
  connected.set(true);
  expect(read).toHaveBeenCalledTimes(0);
  connected.set(false);
  connected.set(true);
  expect(read).toHaveBeenCalledTimes(1);
  stop();
  connected.set(false);
  connected.set(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a first connection that comes late repeats them', async () => {
  const { connected, read } = await begin();
  vi.advanceTimersByTime(5_000);
  connected.set(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a part that begins while the connection is lost reads again, however soon it is back', async () => {
  const { connected, onReconnect } = await begin(true);
  connected.set(false);
  const read = vi.fn<() => void>();
  onReconnect(read);
  connected.set(true);
  expect(read).toHaveBeenCalledTimes(1);
});
