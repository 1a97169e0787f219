import { DAY_MS } from '@izgodno/contract/common/durations';

const sofiaDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Sofia',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in Bulgaria at a moment (epoch milliseconds), counted from 1970-01-01. */
export const sofiaDay = (moment: number): number => Date.parse(sofiaDate.format(moment)) / DAY_MS;
