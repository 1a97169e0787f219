import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { UsageError } from './run-command.ts';

// Date alone would take 2027-02-31 for 3 March, and 12/01/2027 for 1 December.
const momentSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The end of a suspension as ISO 8601. Throws `UsageError` unless it is a date after `now`. */
export const readUntil = (text: string, now: number): string => {
  const { data } = parseUntrusted(momentSchema, text);
  const end = new Date(data ?? '');
  if (!(end.getTime() > now))
    throw new UsageError(`--until needs a date to come, such as 2027-01-31; got ${text}.`);
  return end.toISOString();
};
