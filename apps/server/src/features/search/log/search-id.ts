import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { DealListQuery } from '@izgodno/contract/search/calls';
import { filterParameterNames } from '@izgodno/contract/search/filters';
import { CallError } from '#platform/http/errors.ts';
import type { CursorSeal } from '#platform/http/cursor-seal.ts';
import type { UnderstoodPage } from '../understanding/understanding-search.ts';
import { loggableQuery } from './loggable-query.ts';

/** What an id of a search says of it. */
export interface ShownSearch {
  readonly query: string;
  readonly outcome: 'exact' | 'corrected' | 'near' | 'none';
}

/** Separates the seal of ids from that of cursors. */
const SEALED_AS = 'searches';

const contentSchema = z.tuple([z.string(), z.enum(['exact', 'corrected', 'near', 'none'])]);

const outcomeOf = ({ total, understood }: UnderstoodPage): ShownSearch['outcome'] => {
  if (total === 0) return 'none';
  if ((understood?.relaxed.length ?? 0) > 0) return 'near';
  return understood?.corrected === undefined ? 'exact' : 'corrected';
};

const isFiltered = (query: DealListQuery): boolean =>
  filterParameterNames.some((name) => {
    const value = query[name];
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  });

/** An empty list says more of the filters that were sent than of the words. */
const isLogged = (query: DealListQuery, page: UnderstoodPage): boolean =>
  query.cursor === undefined &&
  query.raw !== true &&
  !page.partial &&
  (page.total > 0 || !isFiltered(query));

/**
 * The id of the search of a first page; null for searches that are not logged. Filters and orders are
 * no part of it, so that a visitor who changes them reports nothing new.
 */
export const writeSearchId = (
  seal: CursorSeal,
  query: DealListQuery,
  page: UnderstoodPage,
): string | null => {
  if (!isLogged(query, page)) return null;
  const words = loggableQuery(query.q ?? '');
  return words === null ? null : seal.seal(SEALED_AS, JSON.stringify([words, outcomeOf(page)]));
};

/** Throws `validation_failed` for what `writeSearchId` did not write. */
export const readSearchId = (seal: CursorSeal, field: string, id: string): ShownSearch => {
  const invalid = (cause?: unknown): CallError =>
    new CallError('validation_failed', {
      fields: { [field]: { code: 'invalid', message: 'Not the id of a search' } },
      cause,
    });
  let content: string;
  try {
    content = seal.open(SEALED_AS, id);
  } catch (error) {
    throw invalid(error);
  }
  const parsed = parseUntrusted(contentSchema, parseJson(content));
  if (!parsed.success) throw invalid();
  const [query, outcome] = parsed.data;
  return { query, outcome };
};
