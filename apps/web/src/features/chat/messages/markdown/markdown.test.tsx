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

const show = (text: string) =>
  render(<Markdown text={text} mentions={[]} userId="" everybody="" deleted="" />);

test('code is from left to right, whatever its strings are', async () => {
  await show('```\n"שלום": 42\n```');
  const [quote, digit] = edgesOf('"שלום": 42');
  expect(digit).toBeGreaterThan(quote);
});

test('a paragraph has the direction of its script', async () => {
  const texts = ['שלום לכולם!', 'Здравейте!'] as const;
  await show(texts.join('\n\n'));
  const [hebrew, bulgarian] = [edgesOf(texts[0]), edgesOf(texts[1])];
  expect(hebrew[1]).toBeLessThan(hebrew[0]);
  expect(bulgarian[1]).toBeGreaterThan(bulgarian[0]);
});
