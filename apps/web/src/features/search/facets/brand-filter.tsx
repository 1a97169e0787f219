import { listDeals } from '@izgodno/contract/search/calls';
import { withoutView, type DealSearch } from '@izgodno/contract/search/deal-search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { FilterGroup } from '../filters/filter-group.tsx';
import { FacetOptions } from './facet-filter.tsx';

/**
 * The filter by brand. It is closed at first unless brands are chosen, because only a search that
 * asks for the brands counts them.
 */
export const BrandFilter = ({ search }: { search: DealSearch }) => {
  const { t } = useLanguage();
  const title = t('filters.brand');
  const [isOpen, setOpen] = useState(search.brand !== undefined);
  const query = { ...withoutView(search), brands: true, limit: 1 } as const;
  const { data } = useQuery({
    queryKey: ['deals', 'brands', query],
    queryFn: ({ signal }) => api.call(listDeals, { query }, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return (
    <FilterGroup title={title} isOpen={isOpen} onToggle={setOpen}>
      {isOpen && <FacetOptions kind="brand" {...{ title, search }} page={data} />}
    </FilterGroup>
  );
};
