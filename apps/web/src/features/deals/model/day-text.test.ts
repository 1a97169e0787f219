import { expect, test } from 'vitest';
import { dayText } from './day-text.ts';

test.each([
  ['2026-11-21T12:00:00Z', 'Nov 21, 2026', '21.11.2026 г.'],
  // In Bulgaria the next day has begun.
  ['2026-12-31T22:30:00Z', 'Jan 1, 2027', '1.01.2027 г.'],
  ['2026-06-30T21:30:00Z', 'Jul 1, 2026', '1.07.2026 г.'],
])('the day of %s is %s, in Bulgarian %s', (iso, en, bg) => {
  expect([dayText(iso, 'en'), dayText(iso, 'bg').replaceAll('\u202F', ' ')]).toEqual([en, bg]);
});
