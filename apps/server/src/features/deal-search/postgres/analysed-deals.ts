import { analyseDocument, type AnalysedDocument } from '../analysis/score.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import type { SearchableDeal } from '../searchable-deal.ts';

/** Gives the analysed words of a deal. */
export type DealAnalyser = (deal: SearchableDeal) => AnalysedDocument;

/**
 * An analyser that remembers so many deals. Every search for words looks at the same newest deals,
 * and analysing them takes far longer than anything else it does.
 */
export const createDealAnalyser = (remembered: number): DealAnalyser => {
  const kept = new Map<number, { readonly version: number; readonly document: AnalysedDocument }>();

  return (deal) => {
    const known = kept.get(deal.id);
    if (known?.version === deal.version) return known.document;
    const document = analyseDocument(searchableText(deal));
    kept.delete(deal.id);
    kept.set(deal.id, { version: deal.version, document });
    if (kept.size > remembered) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    return document;
  };
};
