import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { OneOfName } from '@izgodno/contract/search/filters';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { filterValueName } from '#core/format/filter-text.ts';
import { numberText } from '#core/format/number-format.ts';
import { facetOptions, shortened } from '../model/facets.ts';
import { toggleFilter } from '../model/filters.ts';
import { usePrefetch } from '../calls.ts';
import { goToDeals } from '../results/use-deal-search.ts';
import { FilterGroup } from '../filters/filter-group.tsx';
import styles from './facet-filter.module.css';

/** Options shown before the user asks for all. */
const SHORT_LIST = 6;
/** From this number of options on, the filter has a search field. */
const SEARCHABLE = 12;
/** Expected number of options until the real ones load, so that the filters below do not move. */
const EXPECTED: Readonly<Record<OneOfName, number>> = {
  category: SHORT_LIST + 1,
  condition: 5,
  brand: SHORT_LIST + 1,
  location: SHORT_LIST + 1,
  group: 3,
  source: 4,
  offer: 2,
  rooms: 5,
  area: SHORT_LIST + 1,
};
/** Pixels, as in the stylesheet. */
const OPTION_HEIGHT = 36;

interface FacetFilterProps {
  readonly kind: OneOfName;
  readonly title: string;
  readonly search: DealSearch;
  readonly page: DealPage | undefined;
}

/** The values of a filter, each with its live count. */
export const FacetOptions = ({ kind, title, search, page }: FacetFilterProps) => {
  const language = useLanguage();
  const { code, t } = language;
  const prefetch = usePrefetch();
  const [all, setAll] = useState(false);
  const [wanted, setWanted] = useState('');

  if (page === undefined) {
    return <div aria-hidden="true" style={{ height: EXPECTED[kind] * OPTION_HEIGHT }} />;
  }

  const chosen: readonly string[] = search[kind] ?? [];
  const options = facetOptions(page.facets[kind], chosen);
  const nameOf = (value: string): string =>
    filterValueName(language, page, { filter: kind, value }) ?? value;
  const words = wanted.trim().toLocaleLowerCase(code);
  const named = options.filter(({ value }) =>
    nameOf(value).toLocaleLowerCase(code).includes(words),
  );
  const shown = all ? named : shortened(options, chosen, SHORT_LIST);
  const hidden = options.length - shown.length;
  const moreText = all ? t('filterPanel.less') : t('filterPanel.more', { count: hidden });

  return (
    <>
      {all && options.length >= SEARCHABLE && (
        <input
          type="search"
          className={styles['find']}
          aria-label={t('filterPanel.find', { filter: title })}
          placeholder={t('filterPanel.findShort')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      <ul aria-label={title} className={styles['options']}>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <label
              className={styles['option']}
              data-empty={count === 0}
              // Prefetches on press, before the release changes the box.
              onPointerDown={() => prefetch(toggleFilter(search, kind, value))}
            >
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => goToDeals(toggleFilter(search, kind, value))}
              />
              <span className={styles['name']}>{nameOf(value)}</span>
              <span className={styles['count']}>{numberText(count, code)}</span>
            </label>
          </li>
        ))}
      </ul>
      {options.length > SHORT_LIST && (all || hidden > 0) && (
        <button
          type="button"
          className={styles['more']}
          // Several filters have such a button, so its name includes the filter.
          aria-label={`${moreText}, ${title}`}
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
            setWanted('');
          }}
        >
          {moreText}
        </button>
      )}
    </>
  );
};

/** A filter with several values; nothing if there are none. */
export const FacetFilter = (props: FacetFilterProps) => {
  const { kind, title, search, page } = props;
  if (page !== undefined && facetOptions(page.facets[kind], search[kind] ?? []).length === 0) {
    return null;
  }
  return (
    <FilterGroup title={title}>
      <FacetOptions {...props} />
    </FilterGroup>
  );
};
