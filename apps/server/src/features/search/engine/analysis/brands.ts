import { brands } from '../../brands/brands.ts';
import { stem } from './stem.ts';

/** The spellings of each brand in lower case, for the concepts; its id comes first. */
export const brandNames: readonly (readonly string[])[] = brands.map(({ id, names }) => [
  ...new Set([id, ...names.map((name) => name.toLowerCase())]),
]);

const productByStem = new Map(
  brands.flatMap(({ product, names }) =>
    product === '' ? [] : names.map((name) => [stem(name.toLowerCase()), product] as const),
  ),
);

/** The product that a brand is known for, by the stem of its name. */
export const productOf = (stemmed: string): string | undefined => productByStem.get(stemmed);
