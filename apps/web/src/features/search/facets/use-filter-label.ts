import type { OneOfName } from '@izgodno/contract/search/filters';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { filterValueName } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';

/** The name of a filter's value, else the value. */
export const useFilterLabel = (
  page: Pick<DealPage, 'facets' | 'names'> | undefined,
): ((filter: OneOfName, value: string) => string) => {
  const language = useLanguage();
  return (filter, value) => filterValueName(language, page, { filter, value }) ?? value;
};
