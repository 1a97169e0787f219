import { productNames } from '../engine/analysis/product-names.ts';
import { UnreadText } from './unread-text.ts';

const wordsOf = (typed: string): readonly string[] =>
  new UnreadText(typed).words().map(({ text }) => text);

/** „телефон или таблет“ as „телефон, таблет“, because a comma separates alternatives; not „син или зелен диван“. */
export const writeAlternatives = (words: string): string => {
  const [before = '', after = '', ...others] = words.split(/ (?:или|or|ili) /iu);
  if (after === '' || others.length > 0) return words;
  const left = wordsOf(before);
  const isProductBefore = productNames(left).some(({ to }) => to === left.length);
  const isProductAfter = productNames(wordsOf(after)).some(({ from }) => from === 0);
  return isProductBefore && isProductAfter ? `${before}, ${after}` : words;
};
