import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import { createInMemoryVocabulary } from '../analysis/in-memory-vocabulary.ts';
import { analyseDocument } from '../analysis/score.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { dealsTitled } from './deals.test-data.ts';
import { DealIndex } from './deal-index.ts';
import { createLiveVocabulary } from './live-vocabulary.ts';

const someWord = fc.string({ unit: fc.constantFrom('a', 'b', 's'), minLength: 1, maxLength: 6 });
const someTitle = fc
  .array(someWord, { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

test('has the words of the live deals, like a vocabulary built from these deals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(someTitle, { minLength: 1, maxLength: 12 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.nat({ max: 40 }), { maxLength: 20 }),
      someWord,
      fc.constantFrom(1 as const, 2 as const),
      fc.integer({ min: 1, max: 6 }),
      (batches, removed, word, maxEdits, limit) => {
        const deals = dealsTitled(batches.flat());
        const index = new DealIndex({ mergeStepSize: 1 });
        let added = 0;
        for (const { length } of batches) {
          index.apply(deals.slice(added, added + length), []);
          added += length;
          index.mergeStep(0);
        }
        index.apply([], removed);

        const live = deals.filter(({ id }) => !removed.includes(id));
        const expected = createInMemoryVocabulary(
          live.map((deal) => analyseDocument(searchableText(deal))),
        );
        const vocabulary = createLiveVocabulary(index.dictionaries.terms, index.segments);
        expect(vocabulary.frequency(word)).toBe(expected.frequency(word));
        expect(vocabulary.frequency(`~${word}`)).toBe(expected.frequency(`~${word}`));
        expect(vocabulary.startingWith(word, limit)).toEqual(expected.startingWith(word, limit));
        expect(vocabulary.near(word, maxEdits, limit)).toEqual(
          expected.near(word, maxEdits, limit),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('uncounts a removed deal only for its own words', () => {
  const deals = dealsTitled(Array.from({ length: 60 }, () => 'sofa')).map((deal, at) =>
    Object.assign(deal, { description: at === 0 ? 'rare' : 'common', brand: null }),
  );
  const index = new DealIndex();
  // The newest first, so that the postings of the oldest deal's own word follow those of the
  // others.
  index.apply(deals.toReversed(), []);
  index.apply([], [1]);

  const expected = createInMemoryVocabulary(
    deals.slice(1).map((deal) => analyseDocument(searchableText(deal))),
  );
  const vocabulary = createLiveVocabulary(index.dictionaries.terms, index.segments);
  const { terms } = index.dictionaries.terms;
  expect(terms.map((term) => vocabulary.frequency(term))).toEqual(
    terms.map((term) => expected.frequency(term)),
  );
});

test('a search corrects to words of deals that came since the one before, and not of those that went', () => {
  const [sofa, wardrobe] = dealsTitled(['Sofa', 'Wardrobe']);
  if (sofa === undefined || wardrobe === undefined) throw new Error('There are two deals.');
  const index = new DealIndex();
  const correct = () => index.search({ ...everyDeal, text: 'wardrobr' }, 1, null).correctedQuery;
  index.apply([sofa], []);
  expect(correct()).toBeNull();
  index.apply([wardrobe], []);
  expect(correct()).toBe('wardrobe');
  index.apply([], [wardrobe.id]);
  expect(correct()).toBeNull();
});
