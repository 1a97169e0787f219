import { SAVED_SEARCH_NAME_LENGTH } from '@izgodno/contract/saved-searches/calls';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { euroText } from '#core/format/money.ts';
import type { CurrentLanguage, MessageKey } from '#core/language/language.ts';

/** Parameters of `/deals` that decide how deals are shown, or that a dialog is open: not which are found. */
const notFilters = ['sort', 'view', 'save'] as const;

/** What an address `/deals?…` searches for: its query part without the question mark. */
export const searchOf = (query: string): string => {
  const parameters = new URLSearchParams(query);
  for (const name of notFilters) parameters.delete(name);
  return parameters.toString();
};

const keyOf = (name: string, value: string): MessageKey | undefined => {
  switch (name) {
    case 'category': {
      const category = categories.find((known) => known === value);
      return category && `category.${category}`;
    }
    case 'condition': {
      const condition = conditions.find((known) => known === value);
      return condition && `condition.${condition}`;
    }
    case 'group': {
      const group = sourceGroups.find((known) => known === value);
      return group && `group.${group}`;
    }
    case 'inStock':
      return 'filters.inStock';
    default:
      return undefined;
  }
};

/** Places and sources go by their ids here: `veliko-tarnovo` is read as "Veliko tarnovo". */
const spelled = (id: string): string =>
  `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;

const priceWords = (parameters: URLSearchParams, { code, t }: CurrentLanguage): string[] => {
  const [min, max] = [parameters.get('minPrice'), parameters.get('maxPrice')];
  const text = (major: string): string => euroText(Number(major), code);
  if (min !== null && max !== null)
    return [t('chip.priceBetween', { min: text(min), max: text(max) })];
  if (min !== null) return [t('chip.priceFrom', { min: text(min) })];
  return max === null ? [] : [t('chip.priceTo', { max: text(max) })];
};

/** What a search asks for, in words: what was typed first, the filters after it. */
export const searchWords = (search: string, language: CurrentLanguage): readonly string[] => {
  const { code, t } = language;
  const parameters = new URLSearchParams(search);
  const values = (name: string, word: (value: string) => string): string[] =>
    parameters.getAll(name).map(word);
  const named = (name: string): string[] =>
    values(name, (value) => {
      const key = keyOf(name, value);
      return key === undefined ? spelled(value) : t(key);
    });
  return [
    ...values('q', (q) => q),
    ...['category', 'group', 'source', 'condition', 'location'].flatMap(named),
    ...priceWords(parameters, language),
    ...values('minDiscount', (percent) => t('filters.discountFrom', { percent })),
    ...values('minRating', (stars) =>
      t('chip.rating', { stars: Number(stars).toLocaleString(code) }),
    ),
    ...named('inStock'),
  ];
};

/** The name that a search is offered to be saved under. */
export const suggestedName = (search: string, language: CurrentLanguage): string =>
  searchWords(search, language).join(', ').slice(0, SAVED_SEARCH_NAME_LENGTH.maximum);
