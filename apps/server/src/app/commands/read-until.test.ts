import { expect, test } from 'vitest';
import { readUntil } from './read-until.ts';

const NOW = Date.UTC(2026, 10, 30, 12);

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2026-11-30T14:30:00+02:00', '2026-11-30T12:30:00.000Z'],
])('%s is a date to come', (text, end) => {
  expect(readUntil(text, NOW)).toBe(end);
});

test.each(['2026-11-30', '2027-02-31', '12/01/2027', '31.01.2027', 'tomorrow', ''])(
  '"%s" is none',
  (text) => {
    expect(() => readUntil(text, NOW)).toThrow('--until needs a date to come');
  },
);
