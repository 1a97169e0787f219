import { expect, test } from 'vitest';
import { isSaleOn, nextSaleChange, parseMoment } from './sale-period.ts';

const at = (time: string): number => Date.parse(time);

test.each([
  ['2016-02-24T13:00-0800/2016-02-29T15:30-0800', '2016-02-24T21:00:00Z', true],
  ['2016-02-24T13:00-0800/2016-02-29T15:30-0800', '2016-02-24T20:59:59Z', false],
  ['2016-02-24T13:00-0800/2016-02-29T15:30-0800', '2016-02-29T23:30:01Z', false],
  ['2026-11-20T00:00+02:00/2026-11-30T23:59Z', '2026-11-30T23:59:00Z', true],
  // Winter time of Sofia is two hours ahead, summer time three.
  ['2026-11-20/2026-11-20', '2026-11-19T22:00:00Z', true],
  ['2026-11-20/2026-11-20', '2026-11-19T21:59:59Z', false],
  ['2026-11-20/2026-11-20', '2026-11-20T21:59:59Z', true],
  ['2026-11-20/2026-11-20', '2026-11-20T22:00:00Z', false],
  ['2026-07-01/2026-07-01', '2026-06-30T21:00:00Z', true],
  ['', '2026-11-20T00:00:00Z', true],
  ['0000-00-00', '2026-11-20T00:00:00Z', true],
  ['0000-00-00T00:00/0000-00-00T00:00', '2026-11-20T00:00:00Z', true],
  ['2026-11-21/', '2026-11-20T00:00:00Z', false],
  ['/2026-11-19', '2026-11-20T00:00:00Z', false],
  ['soon', '2026-11-20T00:00:00Z', false],
  ['2026-02-31/2026-12-31', '2026-11-20T00:00:00Z', false],
  ['2026-01-01/2026-12-31/2027-01-01', '2026-11-20T00:00:00Z', false],
])('%s at %s: %s', (period, now, on) => {
  expect(isSaleOn(period, at(now))).toBe(on);
});

test('a date without time lasts to its end', () => {
  expect(parseMoment(' 2026-11-20 ')).toBe(at('2026-11-20T21:59:59Z'));
  expect(parseMoment('0000-00-00')).toBeNull();
});

test.each([
  // 03:00 is 04:00 on the last Sunday of March, so times between do not exist.
  ['2026-03-29T02:30', '2026-03-29T00:30Z'],
  ['2026-03-29T02:59:59', '2026-03-29T00:59:59Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00Z'],
  ['2026-03-29T03:30', '2026-03-29T01:30Z'],
  ['2026-03-29T04:00', '2026-03-29T01:00Z'],
  ['2026-03-29', '2026-03-29T20:59:59Z'],
  // 04:00 is 03:00 on the last Sunday of October, so times between occur twice: the first counts.
  ['2026-10-25T02:59', '2026-10-24T23:59Z'],
  ['2026-10-25T03:00', '2026-10-25T00:00Z'],
  ['2026-10-25T03:30', '2026-10-25T00:30Z'],
  ['2026-10-25T04:00', '2026-10-25T02:00Z'],
  ['2026-10-25', '2026-10-25T21:59:59Z'],
])('%s in Sofia is %s', (text, moment) => {
  expect(parseMoment(text)).toBe(at(moment));
});

test('a sale begins and ends at midnight of the days on which the clocks change', () => {
  for (const [period, start, end] of [
    ['2026-03-29/2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T20:59:59Z'],
    ['2026-10-25/2026-10-25', '2026-10-24T21:00:00Z', '2026-10-25T21:59:59Z'],
  ] as const) {
    expect([nextSaleChange(period, 0), nextSaleChange(period, at(start))]).toEqual([
      at(start),
      at(end),
    ]);
  }
});
