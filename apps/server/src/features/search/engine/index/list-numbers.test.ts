import { expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import { knownWords } from '../analysis/known-words.ts';
import { TextReading } from '../analysis/text-reading.ts';
import { DealIndex } from './deal-index.ts';
import { dealsTitled } from './deals.test-data.ts';

const evictWords = (): void => {
  const { generation } = knownWords;
  for (let count = 0; count < 200 && knownWords.generation === generation; count += 1) {
    knownWords.bound();
    new TextReading().read('а'.repeat(count) + 'б'.repeat(100_000));
  }
  expect(knownWords.generation).toBe(generation + 1);
};

test('deals are found by their words, though these were evicted between two of them', () => {
  const index = new DealIndex();
  const titles = ['Red armchair', 'Blue lamp', 'Lamp with red light', 'Armchair'];
  for (const deal of dealsTitled(titles)) {
    evictWords();
    index.apply([deal], []);
  }
  const found = (text: string) =>
    index
      .search({ ...everyDeal, text, raw: true }, 9, null)
      .hits.map(({ id }) => titles[Number(id) - 1]);
  expect(found('red')).toEqual(['Lamp with red light', 'Red armchair']);
  expect(found('armchair')).toEqual(['Armchair', 'Red armchair']);
  expect(found('blue lamp')).toEqual(['Blue lamp']);
  expect(found('light')).toEqual(['Lamp with red light']);
});
