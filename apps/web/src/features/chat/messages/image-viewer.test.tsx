import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { swipe } from '#shared/testing/swipe.ts';
import { aFile } from '../testing/messages.ts';
import { ImageViewer } from './image-viewer.tsx';

const urlOf = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420"><rect width="640" height="420" fill="${colour}"/></svg>`)}`;

const images = [
  ...['red', 'green', 'blue'].map((id) =>
    aFile({ id, fileName: `${id}.png`, mimeType: 'image/png', fileUrl: urlOf(id) }),
  ),
  aFile({ id: 'lost', fileName: 'lost.png', mimeType: 'image/png', fileUrl: '/no/such.png' }),
];
const [first = aFile({ fileName: '', mimeType: '' })] = images;

const Viewer = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <ImageViewer images={images} first={first} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const isShown = async (position: number): Promise<void> => {
  await expect
    .element(page.getByRole('status').getByText(`Picture ${position} of 4`))
    .toBeInTheDocument();
};

test('images are shown one after the other by keys and swipes, twice as large, and loaded again', async () => {
  await startLanguage();
  await Promise.all([chooseLanguage('en'), loadArea('chat'), loadArea('chat.more')]);
  await render(<Viewer />);
  const opener = page.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  await isShown(1);
  const image = page.getByRole('button', { name: 'Twice as large' });
  swipe(image.element(), -120, 10);
  await isShown(2);
  await userEvent.keyboard('{Home}');
  await isShown(1);
  await image.click();
  await expect.element(image).toHaveAttribute('aria-pressed', 'true');
  // Its middle is shown first, and all of it can be scrolled to.
  const frame = image.element().parentElement;
  const middle = () => ((frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0)) / 2;
  await expect.poll(() => (frame?.scrollLeft ?? 0) - middle()).toBeCloseTo(0, 0);
  expect(middle()).toBeGreaterThan(0);
  frame?.scrollTo(0, 0);
  expect(image.element().getBoundingClientRect().left).toBe(0);
  // Keys and fingers pan the large image.
  await userEvent.keyboard('{ArrowRight}');
  swipe(image.element(), -120, 10);
  await isShown(1);
  await image.click();
  await userEvent.keyboard('{ArrowRight}{Alt>}{ArrowRight}{/Alt}');
  await isShown(2);
  await expect.element(image).toHaveFocus();
  await userEvent.keyboard('{End}');
  const again = page.getByRole('button', { name: 'We could not load lost.png. Try again.' });
  await expect.element(again).toBeVisible();
  await again.click();
  await expect.element(again).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});
