import { RecentMap } from '#platform/recent-map.ts';
import { createInMemoryVocabulary } from '../analysis/in-memory-vocabulary.ts';
import { analyseDocument, type AnalysedDocument } from '../analysis/score.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import type { Vocabulary } from '../analysis/types.ts';
import type { SearchableDeal } from '../searchable-deal.ts';

export interface DealAnalyser {
  analyse(deal: SearchableDeal): AnalysedDocument;
  /** The combined vocabulary of these documents. */
  vocabularyOf(documents: readonly AnalysedDocument[]): Vocabulary;
}

const areSame = (one: readonly AnalysedDocument[], other: readonly AnalysedDocument[]): boolean =>
  one.length === other.length && one.every((document, index) => document === other[index]);

/**
 * An analyser with a cache of at least this many deals and of the last vocabulary. Every text search
 * reads the same newest deals, and analysing them takes far longer than the rest.
 */
export const createDealAnalyser = (remembered: number): DealAnalyser => {
  const cached = new RecentMap<
    number,
    { readonly version: number; readonly document: AnalysedDocument }
  >(2 * remembered);
  let last: { readonly documents: readonly AnalysedDocument[]; readonly words: Vocabulary } = {
    documents: [],
    words: createInMemoryVocabulary([]),
  };

  return {
    analyse(deal) {
      const known = cached.get(deal.id);
      if (known?.version === deal.version) return known.document;
      const document = analyseDocument(searchableText(deal));
      cached.set(deal.id, { version: deal.version, document });
      return document;
    },
    vocabularyOf(documents) {
      if (!areSame(documents, last.documents)) {
        last = { documents, words: createInMemoryVocabulary(documents) };
      }
      return last.words;
    },
  };
};
