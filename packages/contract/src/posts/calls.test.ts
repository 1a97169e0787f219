import { expect, test } from 'vitest';
import { parseUntrusted } from '../common/parse-untrusted.ts';
import { createDeal, findPossibleDuplicates, updateDeal } from './calls.ts';

const isAccepted = (link: string): boolean => parseUntrusted(updateDeal.body, { link }).success;

test.for([
  'https://shop.example/a?b=1',
  'http://shop.example:8080/',
  'https://магазин.бг/обява/1',
  'https://shop.бг',
  'https://shop.xn--90ae/',
  'https://магазин.рф',
  'https://xn--80aaal2asi7a.xn--p1ai/a',
  'https://SHOP.EXAMPLE',
  'https://shop.example./a',
  'https://a_b.example.com',
])('a deal may link to %s', (link) => {
  expect(isAccepted(link)).toBe(true);
});

test.for([
  'https://localhost',
  'https://localhost./',
  'https://shop',
  'https://бг',
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://2130706433',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://１２７.０.０.１/',
  'https://shop.e',
  'https://shop..example',
  'https://.example',
  'ftp://shop.example',
  'javascript:alert(1)',
])('a deal cannot link to %s', (link) => {
  expect(isAccepted(link)).toBe(false);
});

test.for([createDeal, updateDeal, findPossibleDuplicates])(
  '$method $path takes a category under another of its names',
  ({ body }) => {
    const deal = { title: 'Лампа', price: { amount: 1_000, currency: 'EUR' } };
    for (const [name, category] of [
      ['home', 'home-garden'],
      ['art-crafts', 'art-crafts'],
    ])
      expect(parseUntrusted(body, { ...deal, category: name }).data).toMatchObject({ category });
  },
);
