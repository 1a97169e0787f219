import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { chooseLanguage, startLanguage } from '#core/language/language.ts';
import { offerReload } from '#core/offline/offer-reload.ts';
import { askBeforeLeaving } from '#shared/ask-before-leaving.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { lazyActions } from './lazy-actions.ts';
import { ErrorBoundary, Eventually, lazyComponent } from './lazy-component.tsx';

afterEach(() => {
  vi.useRealTimers();
  toastStore.set([]);
});

const offered = (): readonly string[] => toastStore.get().map(({ text }) => text);

const Part = () => <p>Here it is</p>;

test('code that has not loaded in 120 seconds counts as failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const Late = lazyComponent([], () => new Promise<typeof Part>(() => undefined));
  const failed = vi.fn<(error: unknown) => void>();
  Late.preload().catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ name: 'ChunkLoadError' }),
  );
});

test('code that failed to load is requested again until it loads', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<typeof Part>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(Part);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const Shown = lazyComponent([], load);
  const screen = await render(
    <Eventually>
      <Shown />
    </Eventually>,
  );
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(load).toHaveBeenCalledTimes(2);
  await expect.element(screen.getByText('Here it is')).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(screen.getByText('Here it is')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
  // React logs errors that its boundaries catch.
  expect(logged.mock.calls.flat()).toContainEqual(
    expect.objectContaining({ name: 'ChunkLoadError' }),
  );
  logged.mockClear();
});

test('code that comes after the clock leapt over its time is shown by the next attempt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { promise, resolve } = Promise.withResolvers<typeof Part>();
  const Shown = lazyComponent([], () => promise);
  const screen = await render(
    <Eventually>
      <Shown />
    </Eventually>,
  );
  // As after the lid of a laptop was closed: the time has passed, the code is still on its way.
  await vi.advanceTimersByTimeAsync(120_000);
  resolve(Part);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(screen.getByText('Here it is')).toBeVisible();
  expect(logged.mock.calls.flat()).toContainEqual(
    expect.objectContaining({ name: 'ChunkLoadError' }),
  );
  logged.mockClear();
});

test('code that a release removed reloads the page, or offers it while the page asks before it is left', async () => {
  await startLanguage();
  await chooseLanguage('en');
  await offerReload();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response()));
  // The last step before the page reloads, which would end the test.
  const reloads = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The page reloads');
  });
  const Removed = lazyComponent([], () => Promise.reject(new TypeError('Failed to fetch')));
  const stopAsking = askBeforeLeaving();
  const screen = await render(
    <Eventually>
      <Removed />
    </Eventually>,
  );
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  await Promise.allSettled(fetched.mock.results.map(({ value }) => value));
  expect(reloads).not.toHaveBeenCalled();
  await expect.poll(offered).toEqual([expect.stringContaining('a part of this page cannot be')]);
  expect(toastStore.get()[0]?.action?.label).toBe('Reload');
  // Once dismissed, it does not come again.
  toastStore.set([]);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => fetched.mock.calls.length).toBe(2);
  await Promise.allSettled(fetched.mock.results.map(({ value }) => value));
  expect(offered()).toEqual([]);
  stopAsking();
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => reloads.mock.calls.length).toBe(1);
  await screen.unmount();
  reloads.mockRestore();
  logged.mockClear();
});

test('an action whose code failed to load says so, and reloads the page once the server is reachable', async () => {
  await startLanguage();
  await chooseLanguage('en');
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed'));
  // The last step before the page reloads, which would end the test.
  const reloads = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The page reloads');
  });
  // Chromium remembers that a module failed, so that no further attempt loads it.
  const act = lazyActions(() => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => undefined);
  expect(offered()).toEqual([expect.stringMatching(/^Network error/)]);
  expect(reloads).not.toHaveBeenCalled();
  // On a line that hangs, the action ends nevertheless.
  fetched.mockReturnValueOnce(new Promise(() => {}));
  await act(() => undefined);
  fetched.mockResolvedValueOnce(new Response());
  await act(() => undefined);
  await expect.poll(() => reloads.mock.calls.length).toBe(1);
  reloads.mockRestore();
});

const Note = ({ at }: { at: string }) => {
  if (at === '/broken') throw new Error('It is broken');
  return <input aria-label="Note" />;
};
const boundary = (at: string) => (
  <ErrorBoundary at={at} fallback={() => <p>It failed</p>}>
    <Note at={at} />
  </ErrorBoundary>
);

test('a part that failed is rendered again at another place, and stays mounted there', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await render(boundary('/broken'));
  await expect.element(screen.getByText('It failed')).toBeVisible();
  logged.mockClear();
  await screen.rerender(boundary('/one'));
  await screen.getByRole('textbox').fill('kept');
  await screen.rerender(boundary('/two'));
  await expect.element(screen.getByRole('textbox')).toHaveValue('kept');
});
