import { SAVED_SEARCH_NAME_LENGTH } from '@izgodno/contract/saved-searches/calls';
import { filterValueKey, limitText, type DealLimit } from '#core/format/filter-text.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

/** Parameters of `/deals` that decide how deals are shown, or that a dialog is open: not which are found. */
const notFilters = ['sort', 'view', 'save'] as const;

/** What an address `/deals?…` searches for: its query part without the question mark. */
export const searchOf = (query: string): string => {
  const parameters = new URLSearchParams(query);
  for (const name of notFilters) parameters.delete(name);
  return parameters.toString();
};

/** Places and sources go by their ids here: `veliko-tarnovo` is read as "Veliko tarnovo". */
const spelled = (id: string): string =>
  `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;

const numberOf = (text: string | null): number | undefined =>
  text === null ? undefined : Number(text);

const limitsOf = (parameters: URLSearchParams): readonly DealLimit[] => {
  const of = (name: string): number | undefined => numberOf(parameters.get(name));
  const [min, max] = [of('minPrice'), of('maxPrice')];
  const thresholds = (['minDiscount', 'minRating'] as const).flatMap((kind): DealLimit[] => {
    const value = of(kind);
    return value === undefined ? [] : [{ kind, value }];
  });
  return [
    ...(min === undefined && max === undefined ? [] : [{ kind: 'price', min, max } as const]),
    ...thresholds,
    ...(parameters.has('inStock') ? [{ kind: 'inStock' } as const] : []),
  ];
};

/** What a search asks for, in words: what was typed first, the filters after it. */
export const searchWords = (search: string, language: CurrentLanguage): readonly string[] => {
  const parameters = new URLSearchParams(search);
  const named = (name: string): string[] =>
    parameters.getAll(name).map((value) => {
      const key = filterValueKey(name, value);
      return key === undefined ? spelled(value) : language.t(key);
    });
  return [
    ...parameters.getAll('q'),
    ...['category', 'group', 'source', 'condition', 'location'].flatMap(named),
    ...limitsOf(parameters).map((limit) => limitText(limit, language)),
  ];
};

/** The name that a search is offered to be saved under. */
export const suggestedName = (search: string, language: CurrentLanguage): string =>
  searchWords(search, language).join(', ').slice(0, SAVED_SEARCH_NAME_LENGTH.maximum);
