import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useLanguage } from '#core/language/language.ts';
import { brandsQuery } from '../calls.ts';
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
  const { data } = useQuery({ ...brandsQuery(search), enabled: isOpen });
  return (
    <FilterGroup title={title} isOpen={isOpen} onToggle={setOpen}>
      {isOpen && <FacetOptions kind="brand" {...{ title, search }} page={data} />}
    </FilterGroup>
  );
};
