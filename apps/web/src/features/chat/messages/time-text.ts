import { dayFrom } from '#core/format/local-day.ts';
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
  if (day === dayFrom(now, 0)) return t('chat.today');
  if (day === dayFrom(now, -1)) return t('chat.yesterday');
  return dateFormat(code, { dateStyle: 'full' }).format(new Date(`${day}T12:00:00`));
};
