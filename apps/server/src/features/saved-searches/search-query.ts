import { normalise } from '@izgodno/contract/common/normalise';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealListQuerySchema, type DealListQuery } from '@izgodno/contract/search/calls';
import { rangeParameters } from '@izgodno/contract/search/filters';
import { savedSearchFieldErrors } from '@izgodno/contract/saved-searches/calls';
import { CallError } from '#platform/http/errors.ts';

/** Parameters for position, order and display, which do not affect what is found. */
const notFilters = new Set(['sort', 'limit', 'cursor', 'currency']);

const filterNames = new Set(Object.keys(dealListQuerySchema.shape)).difference(notFilters);

/** A normalised query string: filters only, sorted, each value once. */
const normalisedFilters = (text: string): URLSearchParams => {
  const given = new URLSearchParams(text);
  const filters = new Map<string, [string, string]>();
  for (const [name, value] of given) {
    const trimmed = normalise(value).trim();
    if (filterNames.has(name) && trimmed !== '') filters.set(`${name}=${trimmed}`, [name, trimmed]);
  }
  const query = new URLSearchParams(
    [...filters.keys()].toSorted().flatMap((key) => {
      const entry = filters.get(key);
      return entry === undefined ? [] : [entry];
    }),
  );
  // A price needs its currency, unless it is the default.
  const currency = given.get('currency');
  const hasPrice = rangeParameters.some((name) => query.has(name));
  if (hasPrice && currency !== null && currency !== 'EUR') query.set('currency', currency);
  return query;
};

const reject = (code: string, message: string): CallError =>
  new CallError('validation_failed', { fields: { query: { code, message } } });

/** Parameters as the list call gets them: a list if one is repeated. */
const asRecord = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      const [only] = values;
      return [name, values.length === 1 && only !== undefined ? only : values];
    }),
  );

export interface SearchToSave {
  /** The stored and displayed form. */
  readonly text: string;
  readonly query: DealListQuery;
}

/** Parses a list's URL into a search. Throws `validation_failed`. */
export const readSearch = (text: string): SearchToSave => {
  const normalised = normalisedFilters(text);
  if (normalised.size === 0)
    throw reject(savedSearchFieldErrors.emptySearch, 'Expected a search or a filter');
  const parsed = parseStorable(dealListQuerySchema, asRecord(normalised));
  if (parsed.success) return { text: normalised.toString(), query: parsed.data };
  const [issue] = parsed.issues;
  throw reject(
    savedSearchFieldErrors.invalidSearch,
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
};
