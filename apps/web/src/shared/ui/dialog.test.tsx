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
