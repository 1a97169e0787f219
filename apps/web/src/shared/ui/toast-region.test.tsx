import '#shared/styles/tokens.css';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ToastRegion } from './toast-region.tsx';
import { toastLog } from './shown-toasts.ts';
import { showToast, toastStore } from './toast.ts';

const corner = { position: 'fixed', right: 20, bottom: 20, height: 40 } as const;

const top = (): number => page.getByText('Saved').element().getBoundingClientRect().top;

const texts = (): readonly string[] => toastStore.get().map(({ text }) => text);

beforeEach(async () => {
  toastStore.set([]);
  toastLog.set([]);
  await page.viewport(800, 600);
});

const show = async (floats: boolean) => {
  await render(
    <>
      <button type="button" style={corner} data-floats={floats ? true : undefined}>
        Send
      </button>
      <ToastRegion dismissLabel="Dismiss" />
    </>,
  );
};

describe('a toast', () => {
  test('is at the bottom, until the control below it is used', async () => {
    await show(false);
    showToast('Saved', 'info', { durationMs: Infinity });
    await expect.poll(top).toBeGreaterThan(450);
    const send = page.getByRole('button', { name: 'Send' }).element();
    if (send instanceof HTMLElement) send.focus();
    await expect.poll(top).toBeLessThan(300);
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
  });

  test('shows each line of its text as a line', async () => {
    await show(false);
    showToast('Not sent\nFile 1: damaged', 'error', { durationMs: Infinity });
    const text = page.getByText(/^Not sent/);
    await expect.element(text).toBeVisible();
    // The inner text has the lines as the page shows them.
    const element = text.element();
    expect(element instanceof HTMLElement ? element.innerText : '').toBe(
      'Not sent\nFile 1: damaged',
    );
  });

  test('never covers a floating panel', async () => {
    await show(true);
    showToast('Saved', 'info', { durationMs: Infinity });
    await expect.poll(top).toBeLessThan(300);
  });
});

const shownBeside = (panel: ReactNode) => (
  <>
    <ToastRegion dismissLabel="Dismiss" />
    {panel}
  </>
);

/** Whether one is above or left of the other. */
const isApart = (one: Element, other: Element): boolean => {
  const [{ right, bottom }, { left, top: upper }] = [
    one.getBoundingClientRect(),
    other.getBoundingClientRect(),
  ];
  return right <= left || bottom <= upper;
};

test.for([1440, 1000, 769, 768, 360])(
  'toasts do not cover a panel that fills the height of a window of %i pixels, and opens after them',
  async (width) => {
    await page.viewport(width, 740);
    const inset = width > 768 ? '120px 16px 70px auto' : '136px 0 70px';
    const style = { position: 'fixed', inset, ...(width > 768 && { width: 400 }) } as const;
    const { rerender } = await render(shownBeside(null));
    for (const count of [290, 291, 292])
      showToast(`${count} files were left out: a message can have at most 10.`);
    await expect.element(page.getByText(/^292/)).toBeVisible();
    await rerender(
      shownBeside(
        <section data-floats="panel" style={style}>
          Uploads
        </section>,
      ),
    );
    const uploads = page.getByText('Uploads').element();
    await expect.element(page.getByText(/^292/)).toBeInViewport({ ratio: 1 });
    const toasts = [...document.querySelectorAll('[data-toasts] > *')];
    const shown = toasts.filter((toast) => toast.checkVisibility());
    expect(shown.map((toast) => isApart(toast, uploads))).not.toContain(false);
  },
);

test('a long toast above a panel of a narrow window scrolls, and does not cover the head of the panel', async () => {
  await page.viewport(320, 740);
  const style = { position: 'fixed', inset: '136px 0 70px' } as const;
  await render(
    shownBeside(
      <section data-floats="panel" style={style}>
        <style>{'* { box-sizing: border-box }'}</style>
        Uploads
      </section>,
    ),
  );
  showToast('A file of this name cannot be sent. '.repeat(9), 'error', {
    durationMs: Infinity,
    action: { label: 'Choose others', run: () => undefined },
  });
  await expect.element(page.getByText(/^A file/)).toBeVisible();
  const [toast = document.body] = document.querySelectorAll('[data-toasts] > *');
  expect(isApart(toast, page.getByText('Uploads').element())).toBe(true);
  await page.getByRole('button', { name: 'Choose others' }).click();
  await expect.poll(texts).toEqual([]);
});

test('without a toast, nothing is measured, which would lay out the page at its first render', async () => {
  const measure = vi.spyOn(HTMLOutputElement.prototype, 'getBoundingClientRect');
  await show(false);
  expect(measure).not.toHaveBeenCalled();
  showToast('Saved', 'info', { durationMs: Infinity });
  await expect.poll(() => measure.mock.calls.length).toBeGreaterThan(0);
  measure.mockRestore();
});

test('a toast with an action keeps lines of words in a narrow window', async () => {
  await page.viewport(360, 740);
  await show(false);
  showToast('Черновата Ви се запазва на това устройство', 'info', {
    durationMs: Infinity,
    action: { label: 'Назад към черновата', run: () => undefined },
  });
  const text = page.getByText(/^Черновата/);
  await expect.element(text).toBeVisible();
  const { width } = text.element().getBoundingClientRect();
  // Half of the window.
  expect(width).toBeGreaterThan(180);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test('the buttons of a toast are on one line, however narrow the window', async () => {
  await show(false);
  showToast('Обявата е изтрита', 'info', {
    durationMs: Infinity,
    action: { label: 'Отмяна', run: () => undefined },
  });
  for (const width of [360, 320]) {
    await page.viewport(width, 740);
    const [undo, dismiss] = ['Отмяна', 'Dismiss'].map((name) =>
      page.getByRole('button', { name }).element().getBoundingClientRect(),
    );
    expect(dismiss?.top).toBeLessThan(undo?.bottom ?? 0);
    expect(dismiss?.bottom).toBeGreaterThan(undo?.top ?? 0);
  }
});

describe('the time of a toast', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('is longer if it has an action', () => {
    showToast('Saved');
    showToast('Deleted', 'info', { action: { label: 'Undo', run: () => undefined } });
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual(['Deleted']);
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual([]);
  });

  test('does not end while the focus is in it', async () => {
    await show(false);
    showToast('Saved');
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await expect.element(dismiss).toBeVisible();
    const button = dismiss.element();
    if (button instanceof HTMLElement) button.focus();
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['Saved']);
    if (button instanceof HTMLElement) button.blur();
    vi.advanceTimersByTime(1_000);
    expect(texts()).toEqual([]);
  });
});

test('toasts of one group replace each other, and few are shown at once', () => {
  for (const text of ['one', 'two'])
    showToast(text, 'info', { durationMs: Infinity, group: 'chat' });
  expect(texts()).toEqual(['two']);
  for (const text of ['three', 'four', 'five']) showToast(text, 'info', { durationMs: Infinity });
  expect(texts()).toEqual(['three', 'four', 'five']);
  expect(toastLog.get().map(({ text }) => text)).toEqual(['five', 'four', 'three', 'two', 'one']);
});
