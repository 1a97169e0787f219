import { DAY_MS } from '@izgodno/contract/common/durations';
import { localDay } from '#core/format/local-day.ts';
import { dateFormat } from '#core/format/date-format.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

/** The time of day, such as 14:05. */
export const clockText = (iso: string, locale: string): string =>
  dateFormat(locale, { timeStyle: 'short' }).format(new Date(iso));

/** The full date and time. */
export const momentText = (iso: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** A day from `localDay` in words. `now` is epoch milliseconds. */
export const dayText = (day: string, now: number, { t, code }: CurrentLanguage): string => {
  // Noon is on this date in every time zone, and a day later on the next one.
  const noon = Date.parse(`${day}T12:00:00`);
  const today = localDay(new Date(now).toISOString());
  if (day === today) return t('chat.today');
  if (localDay(new Date(noon + DAY_MS).toISOString()) === today) return t('chat.yesterday');
  return dateFormat(code, { dateStyle: 'full' }).format(noon);
};
