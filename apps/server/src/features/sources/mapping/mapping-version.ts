import { hash } from 'node:crypto';
import { categoryWords, taxonomyNumbers } from './category-words.ts';
import { places } from '#features/locations/api.ts';

/** Increase it when code changes how documents are mapped. */
const REVISION = 3;
const HEX_DIGITS = 32;

const rules = hash(
  'sha256',
  JSON.stringify([REVISION, categoryWords, [...taxonomyNumbers], places]),
);

/** Sales begin and end with the shops' days. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' });

/**
 * The version of a document's mapping at the time `now`: the rules, the source's configuration and
 * the day. A change makes an unchanged document worth reading again.
 */
export const mappingVersion = (
  { kind, config }: { readonly kind: string; readonly config: unknown },
  now: number,
): string =>
  hash('sha256', JSON.stringify([rules, kind, config, day.format(now)])).slice(0, HEX_DIGITS);
