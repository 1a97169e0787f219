import type { Media } from '@izgodno/contract/deals/deal';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { swipe } from '#shared/testing/swipe.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { Gallery } from './gallery.tsx';

const media = [
  { url: '/front.svg', kind: 'image' },
  { url: '/ride.mp4', kind: 'video' },
  { url: '/back.svg', kind: 'image' },
] as const satisfies readonly Media[];

beforeEach(async () => {
  await startLanguage();
  await Promise.all([chooseLanguage('en'), loadArea('deals.page')]);
  await render(<Gallery media={media} title="Bicycle" />);
});

const video = () => document.querySelector('video');
const enlarge = (number: number) =>
  page.getByRole('button', { name: `Enlarge: Bicycle, picture ${number} of 3` });
const zoomed = (number: number) =>
  page.getByRole('dialog', { name: `Bicycle, picture ${number} of 3` });

const boxOf = (element: Element) => element.getBoundingClientRect();

test('plays videos in their place among the images', async () => {
  await expect.element(enlarge(1)).toBeVisible();
  expect(video()).toBeNull();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(video).not.toBeNull();
  expect(video()).toMatchObject({ controls: true, src: new URL('/ride.mp4', location.href).href });
  await page.getByRole('button', { name: 'Show picture 3' }).click();
  await expect.element(enlarge(3)).toBeVisible();
  expect(video()).toBeNull();
});

test('steps with the arrow keys, from the picture or its thumbnails, and marks the shown one', async () => {
  const thumbs = page.getByRole('list').getByRole('button');
  const current = () =>
    thumbs.elements().map((thumb) => thumb.getAttribute('aria-current') === 'true');
  await expect.poll(current).toEqual([true, false, false]);
  await expect.element(page.getByText('1 / 3')).toBeVisible();
  const image = enlarge(1).element();
  if (image instanceof HTMLElement) image.focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(current).toEqual([false, true, false]);
  await thumbs.nth(1).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(current).toEqual([false, false, true]);
  await expect.element(page.getByText('3 / 3')).toBeVisible();
});

test('one picture has no arrows, also in full screen', async () => {
  await render(<Gallery media={media.slice(0, 1)} title="Lamp" />);
  await page.getByRole('button', { name: 'Enlarge: Lamp', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Lamp', exact: true });
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Next picture' }).elements()).toHaveLength(0);
});

test('steps on a horizontal swipe, not on a vertical one', async () => {
  await expect.element(enlarge(1)).toBeVisible();
  swipe(enlarge(1).element(), 10, -120);
  swipe(enlarge(1).element(), 30, 0);
  await expect.element(enlarge(1)).toBeVisible();
  swipe(enlarge(1).element(), 120, 10);
  await expect.element(enlarge(3)).toBeVisible();
  swipe(enlarge(3).element(), -120, 10);
  await expect.element(enlarge(1)).toBeVisible();
});

test('shows one image after the other in full screen, and each at twice its size', async () => {
  await enlarge(1).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(zoomed(3)).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(zoomed(1)).toBeVisible();
  const image = zoomed(1).getByRole('button', { name: 'Twice as large' });
  await image.click();
  await expect.element(image).toHaveAttribute('aria-pressed', 'true');
  // All of it can be scrolled to.
  image.element().parentElement?.scrollTo(0, 0);
  expect(boxOf(image.element()).left).toBeGreaterThanOrEqual(boxOf(zoomed(1).element()).left);
  // A finger pans the large image.
  swipe(image.element(), -120, 0);
  await expect.element(zoomed(1)).toBeVisible();
  await image.click();
  swipe(image.element(), -120, 0);
  await expect.element(zoomed(3)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(enlarge(3)).toBeVisible();
});

test('Back closes the full screen and stays on the page', async () => {
  const here = location.href;
  navigate('/deals/7');
  await enlarge(1).click();
  await expect.poll(() => JSON.stringify(history.state)).toContain('cover');
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(location.pathname).toBe('/deals/7');
  // Another way to close it leaves no entry.
  await enlarge(1).click();
  await expect.poll(() => JSON.stringify(history.state)).toContain('cover');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => JSON.stringify(history.state)).not.toContain('cover');
  history.back();
  await expect.poll(() => location.href).toBe(here);
});

test('closing the full screen returns the focus to the image', async () => {
  await userEvent.click(enlarge(1));
  await expect.element(zoomed(1)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(zoomed(1)).not.toBeInTheDocument();
  await expect.element(enlarge(1)).toHaveFocus();
});

test('an image taller than its frame is shown whole, and one that fails to load leaves its icon in the middle', async () => {
  const tall = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="1600"/>')}`;
  const { container } = await render(
    <Gallery media={[{ url: tall, kind: 'image' }]} title="Tower" />,
  );
  const image = page.getByRole('img', { name: 'Tower' });
  await expect
    .poll(() => image.element().matches('img') && boxOf(image.element()).height)
    .toBeGreaterThan(0);
  const stage = boxOf(container.querySelector('section > div') ?? container);
  expect(boxOf(image.element()).bottom).toBeLessThanOrEqual(stage.bottom);

  const missing = await render(<Gallery media={[{ url: '/gone', kind: 'image' }]} title="Gone" />);
  await expect.poll(() => missing.container.querySelector('section svg')).not.toBeNull();
  const sign = boxOf(missing.container.querySelector('section svg') ?? missing.container);
  const box = boxOf(missing.container.querySelector('section > div') ?? missing.container);
  expect(sign.left - box.left).toBeCloseTo(box.right - sign.right, 0);
});

test('is low without media', async () => {
  await render(<Gallery media={[]} title="Bicycle" />);
  const stage = document.querySelector('[data-empty]');
  const { width = 0, height } = stage?.getBoundingClientRect() ?? {};
  expect(height).toBeCloseTo(width / 2.5, 0);
});
