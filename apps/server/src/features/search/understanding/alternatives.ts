import { productNames } from '../engine/analysis/product-names.ts';
import { knownBrandAtStart } from '../brands/brand-of.ts';
import { alternativeTexts } from '../engine/analysis/query-syntax.ts';
import { wordsIn } from './unread-text.ts';

const LONGEST_BRAND = 3;

const namesOther = (texts: readonly string[]): boolean =>
  productNames(texts).length > 0 ||
  texts.some((_, at) => knownBrandAtStart(texts.slice(at, at + LONGEST_BRAND)) !== null);

/** „яке, размер L“ as „яке размер L“: what names no other product and no brand says how the first is. */
const joinDescription = (words: string): string => {
  const parts = alternativeTexts(words);
  const [product = [], ...others] = parts.map(wordsIn);
  return others.length > 0 && productNames(product).length > 0 && !others.some(namesOther)
    ? parts.join(' ').replaceAll(/ +/gu, ' ')
    : words;
};

/** „телефон или таблет“ as „телефон, таблет“, because a comma separates alternatives; not „син или зелен диван“. */
export const writeAlternatives = (words: string): string => {
  const parts = words.split(/ (?:или|or|ili) /iu);
  const isEach = parts.map(wordsIn).every((texts, at) => {
    const names = productNames(texts);
    const isBegun = at === 0 || names.some(({ from }) => from === 0);
    const isEnded = at === parts.length - 1 || names.some(({ to }) => to === texts.length);
    return names.length > 0 && isBegun && isEnded;
  });
  return parts.length > 1 && isEach ? parts.join(', ') : joinDescription(words);
};
