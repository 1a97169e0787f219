import { createInMemoryVocabulary } from '@izgodno/server/features/search/engine/analysis/in-memory-vocabulary.ts';
import { interpret } from '@izgodno/server/features/search/engine/analysis/query.ts';
import {
  analyseDocument,
  scoreDocument,
} from '@izgodno/server/features/search/engine/analysis/score.ts';
import { searchableText } from '@izgodno/server/features/search/engine/analysis/searchable-text.ts';
import type { JudgedDeal } from './test-set.ts';

/** Returns the positions of the deals found for a query, best first. */
export type Ranker = (query: string) => readonly number[];

/** Our analyser and scoring; equal scores keep the order of the set, as newest first would. */
export const createRanker = (deals: readonly JudgedDeal[]): Ranker => {
  const documents = deals.map((deal) => analyseDocument(searchableText(deal)));
  const vocabulary = createInMemoryVocabulary(documents);
  return (query) => {
    for (const parsed of interpret(query, false, vocabulary)) {
      const found = documents
        .map((document, index) => ({ index, score: scoreDocument(parsed, document) ?? -1 }))
        .filter(({ score }) => score >= 0);
      if (found.length > 0) {
        return found.sort((a, b) => b.score - a.score).map(({ index }) => index);
      }
    }
    return [];
  };
};
