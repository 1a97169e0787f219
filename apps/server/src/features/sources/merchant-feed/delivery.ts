import { euroCents } from '@izgodno/contract/common/money';
import type { Delivery } from '#features/deals/api.ts';
import { type ParsedPrice, parsePrice } from '../records/price.ts';
import { cleanLine } from '../records/text.ts';

/** Where our users live. Feeds name other countries too. */
const COUNTRY = 'BG';
const MAX_TEXT_LENGTH = 120;
const MAX_DAYS = 365;
/** Further countries and services are left out. */
const MAX_OPTIONS = 100;

type Option = Readonly<Record<string, string>>;

/** The parts of a value of Google's `shipping`, as its texts order them. */
const PARTS = [
  'country',
  'region',
  'service',
  'price',
  'min_handling_time',
  'max_handling_time',
  'min_transit_time',
  'max_transit_time',
] as const;

/** "BG::Courier:4.99 EUR", "BG:4.99 EUR" or "4.99 EUR"; `names` if the header says what they are. */
const fromParts = (text: string, names: readonly string[] | undefined): Option => {
  const parts = text.split(':').map((part) => part.trim());
  const [country = '', ...rest] = parts;
  if (names === undefined && parts.length < PARTS.length / 2)
    return parts.length === 1 ? { price: country } : { country, price: rest.at(-1) ?? '' };
  return Object.fromEntries(
    parts.flatMap((part, at) => {
      const name = (names ?? PARTS)[at];
      return name === undefined ? [] : [[name, part]];
    }),
  );
};

/** The lines that an element's children became: "country=BG". */
const fromChildren = (text: string): Option =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  );

/** Several services or countries: children separated by an empty line, texts by commas. */
const optionsOf = (text: string): readonly Option[] => {
  if (text.startsWith('\n')) return text.split('\n\n').slice(0, MAX_OPTIONS).map(fromChildren);
  const [, header, values = text] = /^\(([a-z_:]+)\)([^]*)$/.exec(text) ?? [];
  const names = header?.split(':');
  return values
    .split(/,(?=\s*[A-Za-z]{2}:)/)
    .slice(0, MAX_OPTIONS)
    .map((part) => fromParts(part, names));
};

const isForUs = ({ country = '' }: Option): boolean =>
  country === '' || country.toUpperCase() === COUNTRY;

const centsOf = (text: string | undefined): number | null => {
  if (text === undefined || text === '') return null;
  const price = parsePrice(cleanLine(text, MAX_TEXT_LENGTH));
  return typeof price === 'string' ? null : euroCents(price);
};

const wholeDays = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : null;

const daysOf = ({ max_handling_time, max_transit_time }: Option): number | null => {
  const transit = wholeDays(max_transit_time);
  const days = transit === null ? null : transit + (wholeDays(max_handling_time) ?? 0);
  return days === null || days > MAX_DAYS ? null : days;
};

/**
 * The delivery that a feed states, the cheapest to Bulgaria; free above its threshold. Null if the
 * feed states none that can be read.
 */
export const parseDelivery = (
  shipping: string | undefined,
  threshold: string | undefined,
  price: Pick<ParsedPrice, 'amount' | 'currency'>,
): Delivery | null => {
  if (shipping === undefined && threshold === undefined) return null;
  const [cheapest] = optionsOf(shipping ?? '')
    .filter(isForUs)
    .flatMap((option) => {
      const cents = centsOf(option['price']);
      return cents === null ? [] : { cents, days: daysOf(option) };
    })
    .toSorted((one, other) => one.cents - other.cents);
  const isFree = optionsOf(threshold ?? '')
    .filter(isForUs)
    .some((option) => {
      const from = centsOf(option['price_threshold'] ?? option['price']);
      return from !== null && euroCents(price) >= from;
    });
  if (isFree) return { cents: 0, days: cheapest?.days ?? null };
  return cheapest ?? null;
};
