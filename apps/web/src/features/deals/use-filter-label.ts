import type { DealPage } from '@izgodno/contract/deals/calls';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { useLanguage, type MessageKey } from '#core/language/language.ts';
import type { ListFilter } from './model/filters.ts';

/** The name of a filter's value: from the catalogue, else as the server calls it, else the value. */
export const useFilterLabel = (
  facets: DealPage['facets'] | undefined,
): ((kind: ListFilter, value: string) => string) => {
  const { code, t } = useLanguage();
  return (kind, value) => {
    const key = catalogueKey(kind, value);
    if (key !== undefined) return t(key);
    return facets?.[kind].find((entry) => entry.value === value)?.label?.[code] ?? value;
  };
};

const catalogueKey = (kind: ListFilter, value: string): MessageKey | undefined => {
  switch (kind) {
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
