import { DAY_MS } from '@izgodno/contract/common/durations';
import { dateFormat } from '#core/format/date-format.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

/** The time of day, such as 14:05. */
export const clockText = (iso: string, locale: string): string =>
  dateFormat(locale, { timeStyle: 'short' }).format(new Date(iso));

/** The full date and time. */
export const momentText = (iso: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

const two = (value: number): string => String(value).padStart(2, '0');

/** The local date of a time, such as 2026-11-21. */
export const dayOf = (iso: string): string => {
  const date = new Date(iso);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A day from `dayOf` in words. `now` is epoch milliseconds. */
export const dayText = (day: string, now: number, { t, code }: CurrentLanguage): string => {
  if (day === dayOf(new Date(now).toISOString())) return t('chat.today');
  if (day === dayOf(new Date(now - DAY_MS).toISOString())) return t('chat.yesterday');
  // Noon is on this date in every time zone.
  return dateFormat(code, { dateStyle: 'full' }).format(new Date(`${day}T12:00:00`));
};
