import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Markdown } from './markdown.tsx';

/** The left edges of the first character of a text and of the last one, in pixels. */
const edgesOf = (text: string): readonly [number, number] => {
  const node = page.getByText(text).element().firstChild;
  if (node === null) throw new Error('No text');
  const edgeOf = (at: number): number => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  return [edgeOf(0), edgeOf(text.length - 1)];
};

test('a paragraph has the direction of its script', async () => {
  const texts = ['שלום לכולם!', 'Здравейте!'] as const;
  await render(
    <Markdown text={texts.join('\n\n')} mentions={[]} userId="" everybody="" deleted="" />,
  );
  const [hebrew, bulgarian] = [edgesOf(texts[0]), edgesOf(texts[1])];
  expect(hebrew[1]).toBeLessThan(hebrew[0]);
  expect(bulgarian[1]).toBeGreaterThan(bulgarian[0]);
});
