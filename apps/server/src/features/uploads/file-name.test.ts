import { expect, test } from 'vitest';
import { sanitizeName } from './file-name.ts';

test.for([
  ['a letter.pdf', 'a letter.pdf'],
  [' . a.b. ', 'a.b'],
  ['...', 'file'],
  ['C:\\photos\\beach.jpg', 'beach.jpg'],
  ['nul.txt', '_nul.txt'],
] as const)('%j is stored as %j', ([given, stored]) => {
  expect(sanitizeName(given)).toBe(stored);
});

test('a long name keeps its extension', () => {
  expect(sanitizeName(`${'a'.repeat(5_000)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  // The cut is in the middle of a character.
  expect(sanitizeName(`${'a'.repeat(999)}😀.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
});

test('a name of many dots or spaces takes no more steps than it has characters', () => {
  // A quadratic search takes minutes.
  for (const filler of ['.', ' ', '. ']) {
    expect(sanitizeName(`a${filler.repeat(300_000)}a`)).toMatch(/^a/);
  }
});
