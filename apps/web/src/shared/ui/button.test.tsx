import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '#shared/styles/base.css';
import { Button } from './button.tsx';

/** The number of lines that a text is on. */
const linesOf = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
};

test('a long text beside a button does not break its word', async () => {
  await render(
    <div style={{ display: 'flex', inlineSize: '200px' }}>
      <span>A laptop with a very long name that takes every pixel it is given</span>
      <Button tone="secondary">Unsubscribing</Button>
    </div>,
  );
  expect(linesOf(page.getByRole('button').element())).toBe(1);
});

const Form = ({ onSubmit }: { readonly onSubmit: () => void }) => {
  const [isSending, setIsSending] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        setIsSending(true);
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" disabled={isSending}>
        Send
      </Button>
    </form>
  );
};

test('a button that waits keeps the focus, and its form is not sent again', async () => {
  const onSubmit = vi.fn<() => void>();
  await render(<Form onSubmit={onSubmit} />);
  const send = page.getByRole('button', { name: 'Send' });
  const button = send.element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await expect.element(send).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Mila{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});
