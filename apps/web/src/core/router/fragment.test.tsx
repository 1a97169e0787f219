import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFragment } from './fragment.ts';
import { currentLocation, navigate } from './location.ts';
// Takes the scrolling of Back and Forward from the browser.
import './scroll.ts';

const Part = ({ id, isShown }: { readonly id: string; readonly isShown: boolean }) => {
  useFragment(id, isShown);
  return (
    <section id={id} tabIndex={-1} aria-label={id} style={{ marginTop: 3_000, height: 2_000 }} />
  );
};

const part = page.getByRole('region', { name: 'security' });

const leavePart = (): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.scrollTo(0, 0);
};

beforeEach(() => navigate('/settings'));

test('a link leads to a part of the page that is open, each time it is followed', async () => {
  await render(<Part id="security" isShown />);
  for (let time = 0; time < 2; time += 1) {
    navigate('/settings#security');
    await expect.element(part).toHaveFocus();
    await expect.poll(() => Math.round(part.element().getBoundingClientRect().top)).toBe(0);
    leavePart();
  }
});

test('a part that loads later is reached then', async () => {
  const screen = await render(<Part id="security" isShown={false} />);
  navigate('/settings#security');
  await expect.element(part).not.toHaveFocus();
  await screen.rerender(<Part id="security" isShown />);
  await expect.element(part).toHaveFocus();
});

test('Back and Forward restore the position instead', async () => {
  await render(<Part id="security" isShown />);
  navigate('/settings#security');
  await expect.element(part).toHaveFocus();
  navigate('/settings#notices');
  leavePart();
  history.back();
  await expect.poll(() => currentLocation().by).toBe('traverse');
  await expect.element(part).not.toHaveFocus();
  expect(scrollY).toBe(0);
});
