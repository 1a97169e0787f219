import { hash } from 'node:crypto';
import { categoryWords, taxonomyNumbers } from './category-words.ts';
import { places } from '../places/places.ts';

/** To be raised when code maps a document otherwise than before. */
const REVISION = 3;
const HEX_DIGITS = 32;

const rules = hash(
  'sha256',
  JSON.stringify([REVISION, categoryWords, [...taxonomyNumbers], places]),
);

/** Sales begin and end with the days of the shops. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' });

/**
 * What a source's document is mapped by at the time `now`: the rules, its own configuration and the day.
 * "Not modified" says nothing once any of them is another.
 */
export const mappingVersion = (
  { kind, config }: { readonly kind: string; readonly config: unknown },
  now: number,
): string =>
  hash('sha256', JSON.stringify([rules, kind, config, day.format(now)])).slice(0, HEX_DIGITS);
