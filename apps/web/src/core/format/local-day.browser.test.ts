import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { dayFrom } from './local-day.ts';

beforeEach(async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Sofia' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  });
});

test.each([
  ['the first minutes of a day of 25 hours', '2026-10-24T21:15:00Z', '2026-10-26', '2026-10-24'],
  ['the last minutes before a day of 23 hours', '2026-03-28T21:45:00Z', '2026-03-29', '2026-03-27'],
  ['the last minutes of a year', '2026-12-31T21:45:00Z', '2027-01-01', '2026-12-30'],
] as const)(
  'in %s, tomorrow and yesterday are the days beside',
  (_when, at, tomorrow, yesterday) => {
    const now = Date.parse(at);
    expect([dayFrom(now, 1), dayFrom(now, -1)]).toEqual([tomorrow, yesterday]);
  },
);
