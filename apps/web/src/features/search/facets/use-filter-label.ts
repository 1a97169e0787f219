import type { OneOfName } from '@izgodno/contract/search/filters';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { filterValueKey } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';

/** The name of a filter's value: its text, else the server's name, else the value. */
export const useFilterLabel = (
  facets: DealPage['facets'] | undefined,
): ((kind: OneOfName, value: string) => string) => {
  const { code, t } = useLanguage();
  return (kind, value) => {
    const key = filterValueKey(kind, value);
    if (key !== undefined) return t(key);
    return facets?.[kind].find((entry) => entry.value === value)?.label?.[code] ?? value;
  };
};
