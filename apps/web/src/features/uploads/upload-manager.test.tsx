import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { uploads as UploadsOfPage } from '#core/uploads/browser/uploads.ts';
import { ConfigReader } from '#core/uploads/engine/config.ts';
import { createEngineStore } from '#core/uploads/engine/engine-state.ts';
import { UploadEngine } from '#core/uploads/engine/engine.ts';
import { createFakePorts, type FakePorts } from '#core/uploads/engine/testing/fake-ports.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';

const world = vi.hoisted((): { current: FakePorts | null; room: boolean } => ({
  current: null,
  room: true,
}));

vi.mock('#core/uploads/browser/uploads.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  const fake = createFakePorts({
    config: { uploadMethod: 'resumable', maxFileSize: 5_000_000 },
    get room() {
      return world.room;
    },
  });
  world.current = fake;
  const store = createEngineStore();
  await new ConfigReader(fake.ports, (config) => store.change({ config })).read();
  const engine = new UploadEngine(fake.ports, store);
  const uploads: typeof UploadsOfPage = {
    state: store,
    fileOf: (id) => engine.fileOf(id),
    keepLimit: () => engine.keepLimit,
    engine: async () => engine,
    act: (run) => run(engine),
  };
  return {
    uploads,
    useUploads: () => useSyncExternalStore(store.subscribe, store.get),
  };
});

const { uploads } = await import('#core/uploads/browser/uploads.ts');
const engine = await uploads.engine();
const { LazyUploadManager } = await import('./lazy-upload-manager.tsx');
if (world.current === null) throw new Error('The engine was not replaced');
const { clock, sendingOf, stored } = world.current;

const PREPARATION_MS = 3_500;
const CONCLUSION_MS = 2_300;
const text = (size: number): Blob => new Blob(['x'.repeat(size)], { type: 'text/plain' });

const begin = (names: readonly string[], size = 2 * 1024 * 1024): void => {
  engine.add({
    userId: 'user',
    channelId: 'channel',
    messageId: `m${Math.random()}`.replace('.', ''),
    files: names.map((name) => ({ name, file: text(size) })),
  });
};
const idOf = (index: number): string => engine.state.get().uploads[index]?.facts.id ?? '';

beforeEach(async () => {
  world.room = true;
  await page.viewport(1280, 800);
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('uploads');
  await engine.begin('user');
  await render(<LazyUploadManager />);
});
afterEach(() => engine.end({ evict: true }));

const panel = () => page.getByRole('region', { name: /Upload Manager|Качвания/ });

const focused = (): string => document.activeElement?.textContent ?? '';

const panelWidth = (): number => panel().element().getBoundingClientRect().width;

describe('the expanded panel', () => {
  test('shows totals, counters, the twelve phases and every file', async () => {
    begin(['one.txt', 'two.txt', 'three.txt', 'four.txt']);
    await expect.element(panel()).toBeVisible();
    await expect.element(page.getByText('0 B of 8 MB')).toBeVisible();
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(0)).reports.onProgress(1024 * 1024);
    await clock.pass(1_000);
    await expect.element(page.getByText('1 MB of 8 MB')).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'one.txt' });
    await expect.element(row.getByText('54%')).toBeVisible();
    await expect.element(row.getByText('Uploading', { exact: true })).toBeVisible();
    await expect.element(row.getByRole('progressbar')).toHaveAttribute('value', '54');
    const counters = [...document.querySelectorAll('[data-counter]')].map(
      (counter) => counter.textContent,
    );
    expect(counters).toEqual(['Total4', 'Active4', 'Done0', 'Failed0']);
    const labels = [...document.querySelectorAll('[data-state] > [aria-hidden]')].map(
      (label) => label.textContent,
    );
    expect(labels.join(' ')).toBe('Val Ana Init Ses Prep Up Ver Comp Fin Gen Upd Conf');
    await expect.element(page.getByText('Uploading: in progress')).toBeInTheDocument();
    await expect.element(page.getByText('Waiting for its turn')).toBeVisible();
    await expect.element(page.getByText(/^Clear/)).not.toBeInTheDocument();
  });

  test('leaves the focus to the page once all is cleared', async () => {
    await render(
      <main>
        <div data-keeps-focus>
          <textarea aria-label="Message" />
        </div>
      </main>,
    );
    begin(['a.txt']);
    await clock.pass(PREPARATION_MS);
    engine.cancel(idOf(0));
    await userEvent.click(page.getByRole('textbox'));
    await userEvent.click(page.getByRole('button', { name: 'Clear (1)' }));
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox')).toHaveFocus();
  });

  test('cancels, fails with the reason, retries, pauses, and clears', async () => {
    begin(['a.txt', 'b.txt', 'c.txt']);
    await clock.pass(PREPARATION_MS);
    await userEvent.click(page.getByRole('button', { name: 'Cancel a.txt' }));
    sendingOf(idOf(1)).fail({ kind: 'server-rejected', size: 2_097_152, limit: 1_048_576 });
    await expect.element(page.getByText('Server rejected file: 2 MB exceeds 1 MB')).toBeVisible();
    await expect.element(page.getByText('Cancelled by user', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Pause c.txt' }));
    await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Resume c.txt' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Pause c.txt' })).toHaveFocus();
    sendingOf(idOf(2)).fail({ kind: 'unreachable' });
    await expect
      .element(page.getByText('Failed to upload file. Please try again.', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cancel All' })).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Try again: c.txt' }));
    await expect.element(page.getByRole('button', { name: 'Cancel All' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Cancel All' }));
    await userEvent.click(page.getByRole('button', { name: 'Clear (3)' }));
    await expect.element(page.getByText('a.txt')).not.toBeInTheDocument();
  });

  test('does not offer to try a file again that the server refuses', async () => {
    begin(['damaged.jpg', 'late.jpg']);
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(0)).fail({ kind: 'refused', text: 'No', code: 'file_type_refused' });
    sendingOf(idOf(1)).fail({ kind: 'refused', text: 'No', code: 'storage_unavailable' });
    await expect.element(page.getByRole('button', { name: 'Try again: late.jpg' })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Try again: damaged.jpg' }))
      .not.toBeInTheDocument();
  });

  test('does not offer to try again without the file, which an earlier page could not store', async () => {
    begin(['lost.txt']);
    const facts = engine.state.get().uploads[0]?.facts;
    if (facts === undefined) throw new Error('No upload');
    engine.end({ evict: false });
    const empty = { voice: null, resumeUrl: null, answer: null, serverMessageId: null };
    stored.set(facts.id, { facts, file: null, confirmedBytes: 0, paused: false, ...empty });
    await engine.begin('user');
    await expect
      .element(page.getByText('The file is no longer on this device. Choose it again.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: /again/ })).not.toBeInTheDocument();
  });

  test('says what an upload waits for, without a speed', async () => {
    begin(['a.txt']);
    await clock.pass(PREPARATION_MS);
    const { reports } = sendingOf(idOf(0));
    await clock.pass(1_000);
    reports.onProgress(1024);
    await expect.element(page.getByText('1 KB/s')).toBeVisible();
    for (const [waitsFor, text] of [
      ['network', 'Waiting for the network'],
      ['server', 'Waiting for the server'],
      ['room', 'Waiting for space on the server'],
    ] as const) {
      reports.onInterrupted(waitsFor);
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
      await expect.element(page.getByText('KB/s')).not.toBeInTheDocument();
    }
  });

  test('draws only the row that moves again, however many there are', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `${index}.png`);
    engine.add({
      userId: 'user',
      channelId: 'channel',
      messageId: 'many',
      files: names.map((name) => ({
        name,
        file: new Blob(['x'.repeat(99)], { type: 'image/png' }),
      })),
    });
    await clock.pass(PREPARATION_MS);
    await expect.element(page.getByRole('listitem').filter({ hasText: '9.png' })).toBeVisible();
    const drawn = vi.spyOn(uploads, 'fileOf');
    sendingOf('upload_many_1').reports.onProgress(33);
    const row = page.getByRole('listitem').filter({ hasText: '1.png' });
    await expect.element(row.getByText('46%')).toBeVisible();
    expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['upload_many_1']));
    drawn.mockRestore();
  });

  test('shows that it closes automatically, and does', async () => {
    begin(['a.txt']);
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(0)).respond();
    await clock.pass(CONCLUSION_MS);
    await expect.element(page.getByText('auto-closing in 3s')).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('a.txt: uploaded');
    await clock.pass(3_000);
    await expect.element(panel()).not.toBeInTheDocument();
  });

  test('shows which uploads would not survive the page, and their size', async () => {
    begin(['kept.txt']);
    world.room = false;
    begin(['unkept.txt']);
    const hint = /Keep this page open.*Waiting files are stored up to 2 GB\./;
    const row = page.getByRole('listitem').filter({ hasText: 'unkept.txt' });
    await expect.element(row.getByText(hint)).toBeVisible();
    await expect.element(page.getByText(hint)).toBeVisible();
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(1)).respond();
    await clock.pass(CONCLUSION_MS);
    await expect.element(page.getByText(hint)).not.toBeInTheDocument();
  });

  test('is 400 px wide on a desktop and as wide as the screen on a phone', async () => {
    begin(['a.txt']);
    await expect.element(panel()).toBeVisible();
    expect(panelWidth()).toBe(400);
    for (const screen of [768, 480, 360, 320]) {
      await page.viewport(screen, 800);
      // Excludes the width of a scroll bar.
      const { width } = document.body.getBoundingClientRect();
      expect(panelWidth()).toBe(width);
      expect(document.body.scrollWidth).toBe(width);
      await expect.element(panel().getByText('2 MB', { exact: true })).toBeVisible();
    }
  });

  test('leaves the headers of the site and of a channel visible, however tall the input is', async () => {
    const root = document.documentElement.style;
    root.setProperty('--above-input', '220px');
    begin(Array.from({ length: 10 }, (_, index) => `${index}.txt`));
    await expect.element(panel()).toBeVisible();
    for (const [width, height] of [
      [1440, 860],
      [768, 1024],
      [360, 740],
      [320, 568],
    ] as const) {
      await page.viewport(width, height);
      const { top, bottom } = panel().element().getBoundingClientRect();
      // 64 px and 56 px.
      expect(top).toBeGreaterThanOrEqual(120);
      // What has no room is reached by scrolling.
      const files = panel().getByRole('list', { name: 'Files' }).element();
      files.scrollIntoView({ block: 'end' });
      expect(files.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
      expect(files.clientHeight).toBeGreaterThan(44);
    }
    root.removeProperty('--above-input');
  });

  test('has Bulgarian texts', async () => {
    begin(['a.txt']);
    await chooseLanguage('bg');
    await expect.element(panel()).toBeVisible();
    await expect.element(page.getByText('0 B от 2 MB')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Отказ от всички' })).toBeVisible();
    // Its texts are longer, and must fit the narrowest screen too.
    await page.viewport(320, 800);
    const texts = [...panel().element().querySelectorAll('header > *, dt')];
    expect(texts).not.toEqual([]);
    for (const element of texts) {
      const { right } = element.getBoundingClientRect();
      expect(right).toBeLessThanOrEqual(document.body.getBoundingClientRect().width);
      expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    }
  });
});

describe('the keyboard focus', () => {
  test('follows from form to form, and stays where it is when a form opens automatically', async () => {
    const input = document.createElement('input');
    document.body.append(input);
    input.focus();
    begin(['a.txt']);
    await expect.element(panel()).toBeVisible();
    expect(document.activeElement).toBe(input);
    input.remove();

    page.getByRole('button', { name: 'Minimise' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toContain('1 uploading');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement).toBe(panel().element());
    await userEvent.tab();
    expect(focused()).toBe('Cancel All');
    page.getByRole('button', { name: 'Close' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toContain('Tap to expand');
  });
});

describe('the smaller forms', () => {
  test('the bar shows count, percentage, chunks and bytes, and expands the panel', async () => {
    begin(['a.txt', 'b.txt']);
    await userEvent.click(page.getByRole('button', { name: 'Minimise' }));
    const bar = page.getByRole('button', { name: /Show the upload manager/ });
    await expect
      .element(bar)
      .toHaveAccessibleName('2 uploading 5% chunk 2 of 41,944 0 B of 4 MB Show the upload manager');
    await userEvent.click(bar);
    await expect.element(panel()).toBeVisible();
  });

  test('the pill appears after the panel was closed while uploads exist', async () => {
    begin(['a.txt', 'b.txt']);
    await userEvent.click(page.getByRole('button', { name: 'Close' }));
    const pill = page.getByRole('button', { name: /Tap to expand/ });
    await expect.element(pill).toHaveTextContent('2 uploading Tap to expand');
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(0)).respond();
    sendingOf(idOf(1)).respond();
    await clock.pass(CONCLUSION_MS);
    await expect.element(pill).toHaveTextContent('2 completed Tap to expand');
    await userEvent.click(pill);
    await expect.element(panel()).toBeVisible();
    expect(document.activeElement).toBe(panel().element());
  });

  test('both show what failed beside what is completed, within the narrowest screen', async () => {
    await page.viewport(320, 800);
    await chooseLanguage('bg');
    begin(['a.txt', 'b.txt']);
    await clock.pass(PREPARATION_MS);
    sendingOf(idOf(0)).fail({ kind: 'unreachable' });
    await expect.element(panel().getByText('Неуспешно', { exact: true })).toBeVisible();
    sendingOf(idOf(1)).fail({ kind: 'unreachable' });
    await userEvent.click(page.getByRole('button', { name: 'Минимизиране' }));
    const bar = page.getByRole('button', { name: /Показване на качванията/ });
    await expect.element(bar).toMatchTextContent(/^0 качени 2 неуспешни 0%/);
    await userEvent.click(bar);
    await userEvent.click(page.getByRole('button', { name: 'Затваряне' }));
    const pill = page.getByRole('button', { name: /Докоснете за още/ });
    await expect.element(pill).toHaveTextContent('0 качени 2 неуспешни Докоснете за още');
    const { left, right } = pill.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(document.body.getBoundingClientRect().width);
  });
});

/** Emulates the device's motion preference; empty for none. */
const preferMotion = (value: '' | 'reduce' | 'no-preference'): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });

/** The longest animation in an element, in seconds. */
const longestMotion = (form: Element): number => {
  const durations = [form, ...form.querySelectorAll('*')].flatMap((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element);
    return `${transitionDuration},${animationDuration}`.split(',');
  });
  // Computed durations are in seconds.
  return Math.max(...durations.map(Number.parseFloat));
};

describe('motion', () => {
  afterEach(() => preferMotion(''));

  test('is absent in every form if the user prefers reduced motion', async () => {
    begin(['a.txt']);
    await preferMotion('reduce');
    await expect.element(panel()).toBeVisible();
    expect(longestMotion(panel().element())).toBeLessThan(0.001);
    await userEvent.click(page.getByRole('button', { name: 'Minimise' }));
    const bar = page.getByRole('button', { name: /Show the upload manager/ });
    expect(longestMotion(bar.element())).toBeLessThan(0.001);
    await preferMotion('no-preference');
    expect(longestMotion(bar.element())).toBeGreaterThan(0.1);
    await preferMotion('reduce');
    await userEvent.click(bar);
    await userEvent.click(page.getByRole('button', { name: 'Close' }));
    const pill = page.getByRole('button', { name: /Tap to expand/ });
    expect(longestMotion(pill.element())).toBeLessThan(0.001);
  });
});

const covered = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--under-uploads'));

test('publishes the height that it covers, so that the page ends above it', async () => {
  begin(['a.txt']);
  await expect.poll(covered).toBeGreaterThan(200);
  const expanded = covered();
  engine.minimise();
  await expect.poll(covered).toBeLessThan(expanded);
});

const announced = () => document.querySelector('output[aria-live]');

test('announces starts and ends in a region that was there before, and does not make the page scroll', async () => {
  document.body.style.minHeight = '100dvh';
  expect(announced()?.textContent).toBe('');
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBe(clientHeight);
  const region = announced();
  begin(['a.txt', 'b.txt']);
  await expect.poll(() => region?.textContent).toBe('Uploading 2 files');
  engine.cancelAll();
  await expect.poll(() => region?.textContent).toBe('a.txt: cancelled. b.txt: cancelled');
  document.body.style.minHeight = '';
});
