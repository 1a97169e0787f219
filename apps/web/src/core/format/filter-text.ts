import {
  categories,
  conditions,
  propertyOffers,
  sourceGroups,
} from '@izgodno/contract/deals/vocabulary';
import {
  atLeastFilters,
  filters,
  flagFilters,
  rangeFilters,
  type AtLeastName,
  type FlagName,
  type OneOfName,
  type RangeName,
  type RangeParameter,
} from '@izgodno/contract/search/filters';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
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

/** The names of values that a response has. */
type NamedValues = Pick<DealPage, 'facets' | 'names'>;

/** The name of a filter's value: its text, or the server's name; undefined if neither has one. */
export const filterValueName = (
  { code, t }: CurrentLanguage,
  page: NamedValues | undefined,
  { filter, value }: { readonly filter: OneOfName; readonly value: string },
): string | undefined => {
  if (filter === 'rooms') return t('filters.roomCount', { count: Number(value) });
  if (filter === 'area') {
    const [from, to] = value.split('-');
    return t('filters.areaRange', { range: to ? `${from}–${to}` : `${from}+` });
  }
  const key = filterValueKey(filter, value);
  if (key !== undefined) return t(key);
  const entry = page?.facets[filter].find((found) => found.value === value);
  return (entry?.label ?? page?.names?.[value])?.[code];
};

/** The text key of a filter value; undefined for numbers, and for values that only the server can name. */
const filterValueKey = (filter: string, value: string): TextKey | undefined => {
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
    case 'offer': {
      const offer = propertyOffers.find((known) => known === value);
      return offer && `offer.${offer}`;
    }
    default:
      return undefined;
  }
};

export const limitText = (limit: DealLimit, { code, t }: CurrentLanguage): string => {
  if ('value' in limit) return t(`chip.${limit.kind}`, { value: limit.value });
  if (!('min' in limit)) return t(`filters.${limit.kind}`);
  const { min, max } = limit;
  if (max === undefined) return t(`chip.${limit.kind}From`, { min: euroText(min ?? 0, code) });
  if (min === undefined) return t(`chip.${limit.kind}To`, { max: euroText(max, code) });
  return t(`chip.${limit.kind}Between`, { min: euroText(min, code), max: euroText(max, code) });
};
