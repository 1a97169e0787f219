import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { categorySchema } from '@izgodno/contract/deals/vocabulary';
import { createCategoryMapper } from './category.ts';
import { categoryWords } from './category-words.ts';

const categoryOf = createCategoryMapper();

const judgements = readFileSync(new URL('category-judgements.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [category, taxonomy = '', path = '', title = ''] = line
      .split('|')
      .map((field) => field.trim());
    return { expected: categorySchema.parse(category), given: [taxonomy, path, title] as const };
  });

/** The part of the judged lines that must be mapped as judged. */
const LEAST_ACCURACY = 0.98;

describe('the judged offers', () => {
  test('are at least two hundred', () => {
    expect(judgements.length).toBeGreaterThanOrEqual(200);
  });

  test('are mapped as judged', () => {
    const wrong = judgements.flatMap(({ expected, given }) => {
      const found = categoryOf(...given);
      return found === expected ? [] : [{ given, expected, found }];
    });
    // The wrong ones are in the message of a failure.
    expect(wrong.slice(Math.floor(judgements.length * (1 - LEAST_ACCURACY)))).toEqual([]);
  });
});

describe('the rules', () => {
  test('assign no word to two categories', () => {
    const owners = new Map<string, Set<string>>();
    for (const [category, { departments, products }] of Object.entries(categoryWords)) {
      for (const word of `${departments},${products}`.split(',').map((entry) => entry.trim())) {
        owners.set(word, (owners.get(word) ?? new Set()).add(category));
      }
    }
    const shared = [...owners].flatMap(([word, { size }]) => (size > 1 ? [word] : []));
    expect(shared).toEqual([]);
  });

  test('match words only at word beginnings', () => {
    expect(categoryOf('', 'Entire', 'Entire')).toBe('other');
  });

  test('prefer the last step of a path, and a path to a title', () => {
    const title = 'Лаптоп';
    expect(categoryOf('', 'Спорт > Обувки', title)).toBe('clothing');
    expect(categoryOf('', 'Обувки > Разни', title)).toBe('clothing');
    expect(categoryOf('', 'Разни', title)).toBe('electronics');
  });
});
