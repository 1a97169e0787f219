import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { tabStorage } from '#shared/storage.ts';
import { coverPage } from './cover-page.ts';
import { navigate } from './location.ts';
import { useScrollRestoration } from './scroll.ts';

const Restored = ({ height }: { readonly height: number }) => {
  useScrollRestoration();
  return <div style={{ height }} />;
};

// Scroll events are dispatched before a frame.
const nextFrame = () => new Promise(requestAnimationFrame);

const TALL = 6_000;
const SHORT = 2_000;
const POSITION = 4_000;

/** A page left at `POSITION`, to which the user returns while it is still short. */
const returnTo = async () => {
  const page = await render(<Restored height={TALL} />);
  navigate('/left');
  await page.rerender(<Restored height={TALL} />);
  window.scrollTo(0, POSITION);
  await nextFrame();
  navigate('/other');
  await expect.poll(() => scrollY).toBe(0);
  await page.rerender(<Restored height={SHORT} />);
  history.back();
  await expect.poll(() => scrollY).toBeGreaterThan(0);
  return page;
};

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('a page that takes long to load returns to its position', async () => {
  const page = await returnTo();
  vi.advanceTimersByTime(60_000);
  await page.rerender(<Restored height={TALL} />);
  await expect.poll(() => scrollY).toBe(POSITION);
  // Once there, it is not held there.
  window.scrollTo(0, SHORT);
  await page.rerender(<Restored height={TALL + SHORT} />);
  await nextFrame();
  await nextFrame();
  expect(scrollY).toBe(SHORT);
});

test('an entry without a position begins at its top, and is not held there', async () => {
  const page = await render(<Restored height={TALL} />);
  history.pushState({ key: 'unknown' }, '', '/unknown');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await page.rerender(<Restored height={TALL} />);
  expect(scrollY).toBe(0);
  window.scrollTo(0, SHORT);
  await page.rerender(<Restored height={TALL + SHORT} />);
  await nextFrame();
  await nextFrame();
  expect(scrollY).toBe(SHORT);
});

test('a page that is left before it has loaded keeps its position', async () => {
  const page = await returnTo();
  navigate('/elsewhere');
  await page.rerender(<Restored height={TALL} />);
  history.back();
  await expect.poll(() => scrollY).toBe(POSITION);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'the user who acts meanwhile is not moved: %s',
  async (act) => {
    const page = await returnTo();
    const shown = scrollY;
    window.dispatchEvent(new Event(act));
    await page.rerender(<Restored height={TALL} />);
    await nextFrame();
    await nextFrame();
    expect(scrollY).toBe(shown);
  },
);

test('a page that is left in the frame in which it was scrolled keeps its position', async () => {
  // No other test's.
  const position = POSITION - 123;
  const page = await render(<Restored height={TALL} />);
  navigate('/scrolled');
  await page.rerender(<Restored height={TALL} />);
  await nextFrame();
  window.scrollTo(0, position);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(tabStorage.getItem('scroll-positions')).toContain(`"${position}"`);
});

/** A page at `POSITION` that takes the place of another without being scrolled. */
const keepPosition = async () => {
  const page = await render(<Restored height={TALL} />);
  navigate('/scrolled');
  await page.rerender(<Restored height={TALL} />);
  window.scrollTo(0, POSITION);
  await nextFrame();
  navigate('/filtered', { replace: true, keepScroll: true });
  await page.rerender(<Restored height={TALL} />);
  return page;
};

test('a page that has kept the position of another returns to it', async () => {
  const page = await keepPosition();
  navigate('/other');
  await page.rerender(<Restored height={TALL} />);
  await expect.poll(() => scrollY).toBe(0);
  history.back();
  await expect.poll(() => scrollY).toBe(POSITION);
});

test('what covers such a page leaves it where it is', async () => {
  await keepPosition();
  const uncovered = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  coverPage(() => undefined)();
  vi.runOnlyPendingTimers();
  await uncovered;
  await nextFrame();
  expect(scrollY).toBe(POSITION);
});
