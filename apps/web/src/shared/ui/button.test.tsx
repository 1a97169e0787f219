import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
