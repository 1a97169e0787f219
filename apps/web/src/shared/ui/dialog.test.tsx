import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './dialog.tsx';

const Asking = () => {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        Ask
      </button>
      {isAsking && (
        <Dialog
          open
          title="Sure?"
          onClose={close}
          actions={
            <button type="button" onClick={close}>
              Yes
            </button>
          }
        >
          It is a question.
        </Dialog>
      )}
    </>
  );
};

test('a removed dialog returns the focus to the element that opened it', async () => {
  await render(<Asking />);
  const ask = page.getByRole('button', { name: 'Ask' });
  for (const key of ['{Escape}', '{Enter}']) {
    await userEvent.click(ask);
    await expect.element(page.getByRole('button', { name: 'Yes' })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(ask).toHaveFocus();
  }
});

/** Chromium closes a dialog at the second or third, however it is answered. */
const PRESSES = 6;

const Codes = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Make codes
      </button>
      <Dialog open={isOpen} title="Your codes" actions={<button type="button">Stored</button>}>
        Shown once.
      </Dialog>
    </>
  );
};

/** Until the browser has closed a dialog and dispatched its event. */
const settled = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
};

test('a dialog that must be answered stays, however often Escape is pressed', async () => {
  await render(<Codes />);
  await userEvent.click(page.getByRole('button', { name: 'Make codes' }));
  const dialog = page.getByRole('dialog', { name: 'Your codes' });
  await expect.element(dialog).toBeVisible();
  for (let press = 0; press < PRESSES; press += 1) {
    await userEvent.keyboard('{Escape}');
    await settled();
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
  }
});
