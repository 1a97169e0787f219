import { describe, expect, test } from 'vitest';
import { MINUTE_MS, DAY_MS } from '@izgodno/contract/common/durations';
import { euroText, priceText } from './money.ts';
import { relativeTime } from './relative-time.ts';
import { sourceName } from './source-name.ts';

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('prices', () => {
  test.each([
    [{ amount: 129_900, currency: 'EUR' }, 'en', '€1,299', '2,540.62 lv'],
    [{ amount: 129_900, currency: 'EUR' }, 'bg', '1299 €', '2540,62 лв.'],
    [{ amount: 1_299_950, currency: 'EUR' }, 'bg', '12 999,50 €', '25 424,81 лв.'],
    [{ amount: 6_500, currency: 'BGN' }, 'en', '€33.23', '65 lv'],
    [{ amount: 0, currency: 'EUR' }, 'bg', '0 €', '0 лв.'],
  ] as const)('%o in %s: euro first, lev as the secondary amount', (money, locale, euro, lev) => {
    const text = priceText(money, locale);
    expect([plain(text.euro), plain(text.lev)]).toEqual([euro, lev]);
  });

  test('a range edge is in euro', () => {
    expect([euroText(20, 'en'), plain(euroText(20.5, 'bg'))]).toEqual(['€20', '20,50 €']);
  });
});

describe('relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  test.each([
    [0, '1 minute ago', 'преди 1 минута'],
    [-5 * MINUTE_MS, '1 minute ago', 'преди 1 минута'],
    [59 * MINUTE_MS, '59 minutes ago', 'преди 59 минути'],
    [60 * MINUTE_MS, '1 hour ago', 'преди 1 час'],
    [5 * 60 * MINUTE_MS, '5 hours ago', 'преди 5 часа'],
    [21 * 60 * MINUTE_MS, '21 hours ago', 'преди 21 часа'],
    [DAY_MS, '1 day ago', 'преди 1 ден'],
    [6.9 * DAY_MS, '6 days ago', 'преди 6 дни'],
    [7 * DAY_MS, '1 week ago', 'преди 1 седмица'],
    [15 * DAY_MS, '2 weeks ago', 'преди 2 седмици'],
    [29.9 * DAY_MS, '4 weeks ago', 'преди 4 седмици'],
    [30 * DAY_MS, '1 month ago', 'преди 1 месец'],
    [70 * DAY_MS, '2 months ago', 'преди 2 месеца'],
    [364 * DAY_MS, '12 months ago', 'преди 12 месеца'],
    [365 * DAY_MS, '1 year ago', 'преди 1 година'],
    [1200 * DAY_MS, '3 years ago', 'преди 3 години'],
  ])('%d ms is %s', (age, en, bg) => {
    const then = new Date(now - age).toISOString();
    expect([relativeTime(then, now, 'en'), plain(relativeTime(then, now, 'bg'))]).toEqual([en, bg]);
  });
});

test('a source has the name for the language, if it has one per language', () => {
  const members = { name: 'Members', names: { bg: 'Потребители', en: 'Members' } };
  expect([sourceName(members, 'bg'), sourceName(members, 'en')]).toEqual([
    'Потребители',
    'Members',
  ]);
  expect(sourceName({ name: 'Lipa' }, 'bg')).toBe('Lipa');
});
