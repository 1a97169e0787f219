import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import {
  atLeastFilters,
  filters,
  flagFilters,
  rangeFilters,
  type AtLeastName,
  type FlagName,
  type RangeName,
  type RangeParameter,
} from '@izgodno/contract/search/filters';
import type { CurrentLanguage, TextKey } from '../language/language.ts';
import { euroText } from './money.ts';

/** A bound of a numeric filter, or a flag; amounts in euro. */
export type DealLimit =
  | { readonly kind: RangeName; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: AtLeastName; readonly value: number }
  | { readonly kind: FlagName };

/** The part of a search that bounds numbers or demands flags. */
type Limits = {
  readonly [Name in RangeParameter | AtLeastName]?: number | undefined;
} & { readonly [Name in FlagName]?: boolean | undefined };

/** The limits of a search, in the order of the filters. */
export const limitsOf = (search: Limits): DealLimit[] => [
  ...rangeFilters.flatMap((kind) => {
    const [from, to] = filters[kind].parameters;
    const [min, max] = [search[from], search[to]];
    return min === undefined && max === undefined ? [] : [{ kind, min, max }];
  }),
  ...atLeastFilters.flatMap((kind) => {
    const value = search[kind];
    return value === undefined ? [] : [{ kind, value }];
  }),
  ...flagFilters.flatMap((kind) => (search[kind] === true ? [{ kind }] : [])),
];

/** The text key of a filter value; undefined for values that only the server can name. */
export const filterValueKey = (filter: string, value: string): TextKey | undefined => {
  switch (filter) {
    case 'category': {
      const category = categories.find((known) => known === value);
      return category && `category.${category}`;
    }
    case 'condition': {
      const condition = conditions.find((known) => known === value);
      return condition && `condition.${condition}`;
    }
    case 'group': {
      const group = sourceGroups.find((known) => known === value);
      return group && `group.${group}`;
    }
    default:
      return undefined;
  }
};

export const limitText = (limit: DealLimit, { code, t }: CurrentLanguage): string => {
  if ('value' in limit) return t(`chip.${limit.kind}`, { value: limit.value.toLocaleString(code) });
  if (!('min' in limit)) return t(`filters.${limit.kind}`);
  const { min, max } = limit;
  if (max === undefined) return t(`chip.${limit.kind}From`, { min: euroText(min ?? 0, code) });
  if (min === undefined) return t(`chip.${limit.kind}To`, { max: euroText(max, code) });
  return t(`chip.${limit.kind}Between`, { min: euroText(min, code), max: euroText(max, code) });
};
