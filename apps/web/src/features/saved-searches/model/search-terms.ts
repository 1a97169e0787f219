import { SAVED_SEARCH_NAME_LENGTH } from '@izgodno/contract/saved-searches/calls';
import {
  atLeastFilters,
  flagFilters,
  oneOfFilters,
  rangeParameters,
  type OneOfName,
} from '@izgodno/contract/search/filters';
import { findDealList } from '@izgodno/contract/search/list-paths';
import { filterValueName, limitsOf, limitText, type DealLimit } from '#core/format/filter-text.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import type { Location } from '#core/router/location.ts';

/**
 * Parameters of `/deals` that affect the display or open a dialog, but not which deals are found.
 */
const notFilters = ['sort', 'view', 'save'] as const;

/** The search in a URL `/deals?…`: its query without the question mark. */
export const searchOf = (query: string): string => {
  const parameters = new URLSearchParams(query);
  for (const name of notFilters) parameters.delete(name);
  return parameters.toString();
};

/** The parameters of a list with the filter of its path, such as `/c/electronics`. */
export const parametersOf = ({
  path,
  query,
}: Pick<Location, 'path' | 'query'>): URLSearchParams => {
  const parameters = new URLSearchParams(query);
  const list = findDealList(path);
  if (list !== undefined) parameters.set(list.filter, list.value);
  return parameters;
};

/** Locations and sources are given by id here: `veliko-tarnovo` becomes "Veliko tarnovo". */
const spelled = (id: string): string =>
  `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;

const limitsIn = (parameters: URLSearchParams): readonly DealLimit[] =>
  limitsOf({
    ...Object.fromEntries(
      [...rangeParameters, ...atLeastFilters].flatMap((name) => {
        const value = parameters.get(name);
        return value === null ? [] : [[name, Number(value)]];
      }),
    ),
    ...Object.fromEntries(flagFilters.map((name) => [name, parameters.has(name)])),
  });

/** Describes a search in words: the typed terms first, then the filters. */
export const searchTerms = (search: string, language: CurrentLanguage): readonly string[] => {
  const parameters = new URLSearchParams(search);
  const named = (filter: OneOfName): string[] =>
    parameters
      .getAll(filter)
      .map((value) => filterValueName(language, undefined, { filter, value }) ?? spelled(value));
  return [
    ...parameters.getAll('q'),
    ...oneOfFilters.flatMap(named),
    ...limitsIn(parameters).map((limit) => limitText(limit, language)),
  ];
};

/** The suggested name of a saved search. */
export const suggestedName = (search: string, language: CurrentLanguage): string =>
  searchTerms(search, language).join(', ').slice(0, SAVED_SEARCH_NAME_LENGTH.maximum);
