import { describe, expect, test } from 'vitest';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import { generatedDeals } from './generated-deals.ts';

const deals = [...generatedDeals({ count: 10_000, seed: 1 })];
const words = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('generated deals', () => {
  test('are the same for the same seed and others for another', () => {
    expect([...generatedDeals({ count: 50, seed: 1 })]).toEqual(deals.slice(0, 50));
    const others = [...generatedDeals({ count: 50, seed: 2 })];
    expect(others.map(({ title }) => title)).not.toEqual(
      deals.slice(0, 50).map(({ title }) => title),
    );
  });

  test('fill every category, condition and dozens of sources', () => {
    expect(new Set(deals.map(({ category }) => category)).size).toBe(categories.length);
    expect(new Set(deals.map(({ condition }) => condition)).size).toBe(conditions.length);
    expect(new Set(deals.map(({ source }) => source.id)).size).toBeGreaterThan(30);
  });

  test('have titles of about ten words and descriptions of thirty to forty', () => {
    const titleLength = average(deals.map(({ title }) => words(title).length));
    const descriptionLength = average(deals.map(({ description }) => words(description).length));
    expect(titleLength).toBeGreaterThan(8);
    expect(titleLength).toBeLessThan(14);
    expect(descriptionLength).toBeGreaterThan(28);
    expect(descriptionLength).toBeLessThan(42);
  });

  test('use few words often and most words seldom', () => {
    const counts = new Map<string, number>();
    for (const { description } of deals) {
      for (const word of words(description)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const ranked = [...counts.values()].toSorted((one, other) => other - one);
    const total = ranked.reduce((sum, count) => sum + count, 0);
    const share = ranked.slice(0, 100).reduce((sum, count) => sum + count, 0) / total;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.75);
    expect(ranked.filter((count) => count < 3).length).toBeGreaterThan(ranked.length / 3);
  });
});
