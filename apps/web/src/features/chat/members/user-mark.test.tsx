import '#shared/styles/tokens.css';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { UserMark } from './user-mark.tsx';

test('initials are one line within their mark, also with texts twice as large', async () => {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  onTestFinished(() => void root.style.removeProperty('font-size'));
  const { container } = await render(<UserMark id="1" name="Щерьо Шишманов" />);
  const mark = container.querySelector('[aria-hidden]');
  const text = document.createRange();
  text.selectNodeContents(mark ?? root);
  expect(text.getClientRects()).toHaveLength(1);
  expect(text.getBoundingClientRect().width).toBeLessThanOrEqual(mark?.clientWidth ?? 0);
});
