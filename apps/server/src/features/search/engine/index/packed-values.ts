import {
  categories,
  conditions,
  sourceGroups,
  type Category,
  type Condition,
  type SourceGroup,
} from '@izgodno/contract/deals/vocabulary';
import { bucketNames } from '@izgodno/contract/deals/facets';

/**
 * The values of a deal with few possibilities, packed into one number: one read decides several
 * filters, and one count serves several facets.
 */
export const PACKED_RANGE =
  categories.length * conditions.length * sourceGroups.length * bucketNames.length * 2;

/** So many packed numbers in a row have the same category, condition and group. */
export const SAME_GROUP = bucketNames.length * 2;

const numbered = <Value extends string>(values: readonly Value[]) =>
  new Map(values.map((value, index) => [value, index]));

const categoryNumbers = numbered(categories);
const conditionNumbers = numbered(conditions);
const groupNumbers = numbered(sourceGroups);

export const categoryNumber = (value: Category): number => categoryNumbers.get(value) ?? 0;
export const conditionNumber = (value: Condition): number => conditionNumbers.get(value) ?? 0;
export const groupNumber = (value: SourceGroup): number => groupNumbers.get(value) ?? 0;

export interface PackedValues {
  readonly category: number;
  readonly condition: number;
  readonly group: number;
  /** Index into `bucketNames`. */
  readonly bucket: number;
  /** 0 or 1. */
  readonly inStock: number;
}

export const pack = ({ category, condition, group, bucket, inStock }: PackedValues): number =>
  (((category * conditions.length + condition) * sourceGroups.length + group) * bucketNames.length +
    bucket) *
    2 +
  inStock;

const unpack = (packed: number): PackedValues => {
  const bucketed = Math.floor(packed / 2);
  const grouped = Math.floor(bucketed / bucketNames.length);
  const conditioned = Math.floor(grouped / sourceGroups.length);
  return {
    category: Math.floor(conditioned / conditions.length),
    condition: conditioned % conditions.length,
    group: grouped % sourceGroups.length,
    bucket: bucketed % bucketNames.length,
    inStock: packed % 2,
  };
};

const columnOf = (name: keyof PackedValues): Uint8Array =>
  Uint8Array.from({ length: PACKED_RANGE }, (_, packed) => unpack(packed)[name]);

/** Each of the values, by the packed number. */
export const unpacked: Readonly<Record<keyof PackedValues, Uint8Array>> = {
  category: columnOf('category'),
  condition: columnOf('condition'),
  group: columnOf('group'),
  bucket: columnOf('bucket'),
  inStock: columnOf('inStock'),
};
