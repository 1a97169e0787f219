import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { DealListQuery } from '@izgodno/contract/search/calls';
import { filterParameterNames } from '@izgodno/contract/search/filters';
import { CallError } from '#platform/http/errors.ts';
import type { CursorSeal } from '#platform/http/cursor-seal.ts';
import type { UnderstoodPage } from '../understanding/relax.ts';
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

/** Whether nothing but words is searched for: filters say why a query finds nothing, words do not. */
const isWordsAlone = (query: DealListQuery): boolean =>
  query.cursor === undefined &&
  query.sort === undefined &&
  query.raw !== true &&
  filterParameterNames.every((name) => {
    const value = query[name];
    return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  });

/** The id of the search of a first page; null for searches that are not logged. */
export const writeSearchId = (
  seal: CursorSeal,
  query: DealListQuery,
  page: UnderstoodPage,
): string | null => {
  if (page.partial || !isWordsAlone(query)) return null;
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
