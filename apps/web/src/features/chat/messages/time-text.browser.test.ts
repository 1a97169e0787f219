import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { localDay } from '#core/format/local-day.ts';
import { chooseLanguage, currentLanguage, loadArea } from '#core/language/language.ts';
import { clockText, dayText, momentText } from './time-text.ts';

const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** A time in the time zone of the test. */
const local = (time: string): string => new Date(`2026-11-${time}`).toISOString();
const now = Date.parse(local('21T14:05'));

beforeAll(async () => {
  await loadArea('chat');
});

describe.each([
  [
    'en',
    '2:05 PM',
    'November 21, 2026 at 2:05 PM',
    'Today',
    'Yesterday',
    'Thursday, November 19, 2026',
  ],
  ['bg', '14:05', '21 ноември 2026 г. в 14:05', 'Днес', 'Вчера', 'четвъртък, 19 ноември 2026 г.'],
] as const)('in %s', (code, clock, moment, today, yesterday, before) => {
  test('times are in the language’s format', () => {
    expect(plain(clockText(local('21T14:05'), code))).toBe(clock);
    expect(plain(momentText(local('21T14:05'), code))).toBe(moment);
  });

  test('days are today, yesterday, or their date', async () => {
    await chooseLanguage(code);
    const said = ['21T00:01', '20T23:59', '19T12:00'].map((time) =>
      plain(dayText(localDay(local(time)), now, currentLanguage())),
    );
    expect(said).toEqual([today, yesterday, before]);
  });
});

test.each([
  ['a night that is an hour shorter', '2026-03-29T21:30:00Z', '2026-03-29', '2026-03-28'],
  ['a night that is an hour longer', '2026-10-25T21:30:00Z', '2026-10-24', '2026-10-23'],
] as const)('yesterday is the day before, also after %s', async (_night, at, day, earlier) => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Sofia' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  });
  await chooseLanguage('en');
  const said = (of: string): string => dayText(of, Date.parse(at), currentLanguage());
  expect(said(day)).toBe('Yesterday');
  expect(said(earlier)).not.toBe('Yesterday');
});
