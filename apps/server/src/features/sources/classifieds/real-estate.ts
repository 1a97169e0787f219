import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import type { Offer, ParamValue } from './responses.ts';

const MAX_WORD_LENGTH = 60;

const roomWords: readonly (readonly [RegExp, number])[] = [
  [/^(?:one|single)\b|едностаен|гарсониер/iu, 1],
  [/^two\b|двустаен/iu, 2],
  [/^three\b|тристаен/iu, 3],
  [/^four\b|четиристаен/iu, 4],
];

/** "65", "65 кв.м", "65,5". */
const areaOf = (value: ParamValue): number | null => {
  const digits = /\d{1,7}(?:[.,]\d{1,2})?/.exec(value.key || value.label)?.[0];
  const area = digits === undefined ? 0 : Number(digits.replace(',', '.'));
  return area > 0 ? area : null;
};

const roomsOf = (value: ParamValue): number | null => {
  const texts = [value.key, value.label];
  for (const text of texts) {
    const digits = /^\D{0,10}(\d{1,2})(?!\d)/u.exec(text)?.[1];
    if (digits !== undefined && Number(digits) > 0) return Number(digits);
  }
  return roomWords.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? null;
};

const wordOf = (value: ParamValue): string | null =>
  (value.label || value.key).replace(/\s+/g, ' ').trim().slice(0, MAX_WORD_LENGTH) || null;

/** The details of a home or plot. */
export const realEstateDetails = ({ params }: Offer): RealEstateDetails => {
  const read = <Value>(key: string, of: (value: ParamValue) => Value | null): Value | null => {
    const value = params.find((param) => param.key === key)?.value ?? null;
    return value === null ? null : of(value);
  };
  const [area, rooms] = [read('m', areaOf), read('rooms', roomsOf)];
  const [floor, buildType] = [read('floor_select', wordOf), read('builttype', wordOf)];
  return {
    kind: 'real-estate',
    ...(area === null ? {} : { area }),
    ...(rooms === null ? {} : { rooms }),
    ...(floor === null ? {} : { floor }),
    ...(buildType === null ? {} : { buildType: buildType.toLowerCase() }),
  };
};
