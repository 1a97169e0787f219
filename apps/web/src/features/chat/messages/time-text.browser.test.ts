import { beforeAll, describe, expect, test } from 'vitest';
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
