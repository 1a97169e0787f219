import { focusManager } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';

const registrations = vi.hoisted(() => ({
  first: vi.fn<() => Promise<unknown>>(),
  again: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('./worker-registration.ts', () => ({
  registerWorker: registrations.first,
  registerAgain: registrations.again,
}));

const { watchWorker, watchWorkerChanges } = await import('./watch-worker.ts');
const { currentLocation } = await import('#core/router/location.ts');

/** A registration whose first worker is being installed. */
const beingInstalled = () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), {
    installing,
    waiting: null,
    active: null,
  });
  const become = (state: string): void => {
    installing.state = state;
    installing.dispatchEvent(new Event('statechange'));
  };
  return { registration, become };
};

beforeEach(() => {
  vi.useFakeTimers();
  registrations.first.mockReset();
  registrations.again.mockReset();
  return () => vi.useRealTimers();
});

test('an installation that fails is repeated, with longer and longer pauses', async () => {
  const [one, two] = [beingInstalled(), beingInstalled()];
  registrations.first.mockResolvedValue(one.registration);
  registrations.again.mockResolvedValue(two.registration);
  const watching = watchWorker();
  await vi.advanceTimersByTimeAsync(0);
  one.become('redundant');
  await vi.advanceTimersByTimeAsync(14_000);
  expect(registrations.again).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(registrations.again).toHaveBeenCalledTimes(1);
  two.become('redundant');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registrations.again).toHaveBeenCalledTimes(2);
  two.become('installed');
  await vi.advanceTimersByTimeAsync(3_600_000);
  await watching;
  expect(registrations.again).toHaveBeenCalledTimes(2);
});

test('the page shows what the user has tapped a notice of, and says so', async () => {
  vi.useRealTimers();
  const { port1, port2 } = new MessageChannel();
  const responded = new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
  });
  // What the page shows already is older than the notice.
  const refetched = new Promise((resolve) => focusManager.subscribe(resolve));
  watchWorkerChanges(navigator.serviceWorker);
  const data = { path: '/deals/7?from=notice' };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  await responded;
  expect(await refetched).toBe(true);
  expect(currentLocation()).toMatchObject({ path: '/deals/7', query: '?from=notice', by: 'push' });
});
