import { expect, test } from 'vitest';
import type { TermVariant } from '../analysis/types.ts';
import { matchOf } from './match-query.ts';

const word = (...terms: readonly string[]) => ({
  variants: terms.map((term): TermVariant => ({ term, score: 100 })),
});

test('excluded words are excluded from those that match, and from nothing else', () => {
  const excluded = [{ words: [word('b1', 'c1')] }, { words: [word('d1')] }] as const;
  const wanted = [[{ words: [word('a1')] }]] as const;
  expect(matchOf(wanted, excluded)).toBe('(((a1))) -((b1 | c1) | (d1))');
  expect(matchOf([], excluded)).toBeNull();
});

test.each([
  ['no words', [], null],
  ['an alternative without words', [[], [{ words: [word('a1')] }]], null],
  ['a stem in place of its words', [[{ words: [word('стол', '~стол')] }]], '((_стол))'],
  ['a word that deals cannot have', [[{ words: [word()] }]], '((__))'],
  ['alternatives', [[{ words: [word('a1')] }], [{ words: [word('b1')] }]], '((a1)) | ((b1))'],
  ['a phrase', [[{ words: [word('~стол'), word('нов')] }]], '(("_стол * * * нов"))'],
] as const)('%s', (_, alternatives, expected) => {
  expect(matchOf(alternatives)).toBe(expected);
});
