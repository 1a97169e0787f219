import {
  categories,
  conditions,
  sourceGroups,
  type Category,
  type Condition,
  type SourceGroup,
} from '@izgodno/contract/deals/vocabulary';

/**
 * The values of a deal that have few possibilities, in one number of 15 bits: one read decides
 * several filters, and one count serves several facets.
 */
export const PACKED_RANGE = 1 << 15;

export interface PackedValues {
  readonly category: number;
  readonly condition: number;
  readonly group: number;
  readonly bucket: number;
  readonly inStock: boolean;
}

const numbered = <Value extends string>(values: readonly Value[]) =>
  new Map(values.map((value, index) => [value, index]));

const categoryNumbers = numbered(categories);
const conditionNumbers = numbered(conditions);
const groupNumbers = numbered(sourceGroups);

export const categoryNumber = (value: Category): number => categoryNumbers.get(value) ?? 0;
export const conditionNumber = (value: Condition): number => conditionNumbers.get(value) ?? 0;
export const groupNumber = (value: SourceGroup): number => groupNumbers.get(value) ?? 0;

export const pack = ({ category, condition, group, bucket, inStock }: PackedValues): number =>
  (category << 10) | (condition << 7) | (group << 5) | (bucket << 1) | (inStock ? 1 : 0);

export const unpackCategory = (packed: number): number => packed >>> 10;
export const unpackCondition = (packed: number): number => (packed >>> 7) & 7;
export const unpackGroup = (packed: number): number => (packed >>> 5) & 3;
export const unpackBucket = (packed: number): number => (packed >>> 1) & 15;
export const unpackInStock = (packed: number): boolean => (packed & 1) === 1;
