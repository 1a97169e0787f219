import { focusManager } from '@tanstack/react-query';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from '#core/language/language.ts';

const registrations = vi.hoisted(() => ({
  can: vi.fn<() => boolean>(),
  first: vi.fn<() => Promise<unknown>>(),
  again: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('./worker-registration.ts', () => ({
  canRegister: registrations.can,
  registerWorker: registrations.first,
  registerAgain: registrations.again,
}));

const { watchWorker, watchWorkerChanges } = await import('./watch-worker.ts');
const { currentLocation } = await import('#core/router/location.ts');
const { toastStore } = await import('#shared/ui/toast.ts');

/** A registration whose first worker is being installed. */
const beingInstalled = () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), {
    installing,
    waiting: null,
    active: null,
    update: () => Promise.resolve(),
  });
  const become = (state: string): void => {
    installing.state = state;
    installing.dispatchEvent(new Event('statechange'));
  };
  return { registration, become };
};

const toasts = () => toastStore.get().map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  toastStore.set([]);
  registrations.can.mockReturnValue(true);
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
  // Without a connection not even the script of the worker arrives.
  registrations.again.mockResolvedValueOnce(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registrations.again).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(registrations.again).toHaveBeenCalledTimes(3);
  two.become('installed');
  await vi.advanceTimersByTimeAsync(3_600_000);
  await watching;
  expect(registrations.again).toHaveBeenCalledTimes(3);
});

test('a first registration whose script did not load is repeated', async () => {
  registrations.first.mockResolvedValue(undefined);
  const { registration } = beingInstalled();
  registrations.again.mockResolvedValue(Object.assign(registration, { active: {} }));
  const watching = watchWorker();
  await vi.advanceTimersByTimeAsync(15_000);
  await watching;
  expect(registrations.again).toHaveBeenCalledOnce();
});

test('a browser without service workers works as with one', async () => {
  registrations.can.mockReturnValue(false);
  await expect(watchWorker()).resolves.toBeUndefined();
  expect(registrations.first).not.toHaveBeenCalled();
});

test('a new version is offered as soon as it waits beside an old one, and activated on request', async () => {
  await startLanguage();
  await chooseLanguage('en');
  const { registration, become } = beingInstalled();
  const waiting = { postMessage: vi.fn<(order: string) => void>() };
  registrations.first.mockResolvedValue(registration);
  const watching = watchWorker();
  await vi.advanceTimersByTimeAsync(0);
  Object.assign(registration, { waiting });
  become('installed');
  await watching;
  const shown = vi.fn<() => void>();
  const stop = toastStore.subscribe(shown);
  Object.assign(registration, { waiting: null, active: {} });
  registration.dispatchEvent(new Event('updatefound'));
  Object.assign(registration, { waiting });
  become('installed');
  await expect.poll(toasts).toEqual(['A new version is ready.']);
  // Not for the first worker, beside which there is no old version.
  expect(shown).toHaveBeenCalledOnce();
  stop();

  // A page that is opened later offers it too.
  toastStore.set([]);
  await watchWorker();
  await expect.poll(toasts).toEqual(['A new version is ready.']);
  const [toast] = toastStore.get();
  expect(toast?.durationMs).toBe(Infinity);
  toast?.action?.run();
  expect(waiting.postMessage.mock.calls).toEqual([['take-over']]);
});

const comeBack = () => window.dispatchEvent(new Event('online'));

test('an open page looks for a new version once an hour, when the user is back', async () => {
  let looks = 0;
  // No mock, which would handle the rejection.
  const update = (): Promise<void> => {
    looks += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const { registration } = beingInstalled();
  registrations.first.mockResolvedValue(Object.assign(registration, { active: {}, update }));
  await watchWorker();
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  comeBack();
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  comeBack();
  comeBack();
  expect(looks).toBe(1);
});

test('a page asks whether its deals are stored, and says so as long as they are', async () => {
  await startLanguage();
  await chooseLanguage('en');
  const [startMessages, postMessage] = [vi.fn<() => void>(), vi.fn<(order: string) => void>()];
  const { serviceWorker } = navigator;
  vi.spyOn(serviceWorker, 'startMessages').mockImplementation(startMessages);
  Object.defineProperty(serviceWorker, 'controller', {
    value: { postMessage },
    configurable: true,
  });
  const { registration } = beingInstalled();
  registrations.first.mockResolvedValue(Object.assign(registration, { active: {} }));
  await watchWorker();
  expect(startMessages).toHaveBeenCalledOnce();
  expect(postMessage.mock.calls).toEqual([['tell']]);
  const say = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  say('unknown');
  say({ keptAt: Date.now() - HOUR_MS });
  await expect.poll(toasts).toEqual(['No connection. You see what you viewed 1 hour ago.']);
  say({ keptAt: Date.now() - 2 * HOUR_MS });
  await expect.poll(toasts).toEqual(['No connection. You see what you viewed 2 hours ago.']);
  say({ keptAt: null });
  await expect.poll(toasts).toEqual([]);
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
