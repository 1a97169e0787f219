import { categories } from '@izgodno/contract/deals/vocabulary';
import { analyse } from '../analysis/analyser.ts';
import { searchableText } from '../analysis/searchable-text.ts';

/** By a category's number, the positions of a term in the text of the category. */
export type CategoryPositions = readonly (readonly number[])[];

/** The terms of kinds have the category's first position in every deal; see `SegmentBuilder`. */
const ofKinds: CategoryPositions = categories.map(() => [0]);

const textOf = (category: (typeof categories)[number]): string =>
  searchableText({
    title: '',
    description: '',
    brandName: null,
    tags: '',
    category,
    kind: null,
    source: null,
  }).category;

const byTerm = new Map<string, number[][]>();
for (const [number, category] of categories.entries()) {
  for (const { position, terms } of analyse(textOf(category))) {
    for (const term of terms) {
      const positions = byTerm.get(term) ?? categories.map(() => []);
      positions[number]?.push(position);
      byTerm.set(term, positions);
    }
  }
}

/**
 * Where a term is in the texts of the categories. All deals of a category share its text, so the
 * index stores no places for it.
 */
export const categoryPositions = (term: string): CategoryPositions => byTerm.get(term) ?? ofKinds;
