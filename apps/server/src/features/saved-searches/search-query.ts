import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealListQuerySchema, type DealListQuery } from '@izgodno/contract/search/calls';
import { savedSearchFieldFaults } from '@izgodno/contract/saved-searches/calls';
import { CallError } from '#platform/http/errors.ts';

/** Where one stands in a list and how it is sorted: nothing that decides what is found. */
const notFilters = new Set(['sort', 'limit', 'cursor', 'currency']);

const filterNames = new Set(Object.keys(dealListQuerySchema.shape)).difference(notFilters);

/** The query part of an address in its one form: filters only, sorted, each value once. */
const normalise = (text: string): URLSearchParams => {
  const given = new URLSearchParams(text);
  const kept = new Map<string, [string, string]>();
  for (const [name, value] of given) {
    const trimmed = value.trim();
    if (filterNames.has(name) && trimmed !== '') kept.set(`${name}=${trimmed}`, [name, trimmed]);
  }
  const query = new URLSearchParams(
    [...kept.keys()].toSorted().flatMap((key) => {
      const entry = kept.get(key);
      return entry === undefined ? [] : [entry];
    }),
  );
  // A price needs its currency, unless it is the default.
  const currency = given.get('currency');
  const hasPrice = query.has('minPrice') || query.has('maxPrice');
  if (hasPrice && currency !== null && currency !== 'EUR') query.set('currency', currency);
  return query;
};

const refuse = (code: string, message: string): CallError =>
  new CallError('validation_failed', { fields: { query: { code, message } } });

/** A repeated parameter as the list call gets it: a list where it stands more than once. */
const asRecord = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      const [only] = values;
      return [name, values.length === 1 && only !== undefined ? only : values];
    }),
  );

export interface SearchToSave {
  /** As it is stored and shown. */
  readonly text: string;
  readonly query: DealListQuery;
}

/** What an address of the list of deals searches for. Throws `validation_failed`. */
export const readSearch = (text: string): SearchToSave => {
  const normalised = normalise(text);
  if (normalised.size === 0)
    throw refuse(savedSearchFieldFaults.emptySearch, 'Expected a search or a filter');
  const parsed = parseStorable(dealListQuerySchema, asRecord(normalised));
  if (parsed.success) return { text: normalised.toString(), query: parsed.data };
  const [issue] = parsed.issues;
  throw refuse(
    savedSearchFieldFaults.invalidSearch,
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
};
