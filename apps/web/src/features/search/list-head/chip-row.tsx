import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Understood } from '@izgodno/contract/search/understood';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import type { ComponentType, ReactNode } from 'react';
import { filterValueName, limitText } from '#core/format/filter-text.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { activeFilters, isOneOf } from '../model/filters.ts';
import {
  withoutChips,
  withoutFilter,
  withoutPart,
  withUnderstood,
  wordParts,
} from '../model/understood.ts';

export interface ControlProps {
  /** The search that it leads to. */
  readonly search: DealSearch;
  readonly className: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

interface ChipRowProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
  /** Names the values. */
  readonly page: Pick<DealPage, 'facets' | 'names'> | undefined;
  /** What was made of the words of this search. */
  readonly understood: Understood | undefined;
  /** A button or a link. */
  readonly Control: ComponentType<ControlProps>;
  /** Further actions for a filtered list; false if there are none. */
  readonly children: ReactNode;
}

/** The active and understood filters as chips, to be removed one by one or all at once. */
export const ChipRow = ({ language, search: typed, page, understood, ...more }: ChipRowProps) => {
  const { Control, children } = more;
  const { code, t } = language;
  const search = understood ? withUnderstood(typed, understood) : typed;
  const named = understood?.named ?? [];
  const chips = [
    ...wordParts(named).map((part) => ({
      text: part.label?.[code] ?? part.text,
      without: withoutPart(search, part),
    })),
    ...activeFilters(search).map((filter) => ({
      text: isOneOf(filter)
        ? (filterValueName(language, page, { filter: filter.kind, value: filter.value }) ??
          filter.value)
        : limitText(filter, language),
      without: withoutFilter(search, filter, named),
    })),
  ];
  return (
    <div className="list-row">
      {chips.length > 0 && (
        <ul data-keeps-focus aria-label={t('understood.activeFilters')} className="list-chips">
          {chips.map(({ text, without }) => (
            <li key={text}>
              <Control
                search={without}
                className="list-chip"
                aria-label={t('understood.removeFilter', { name: text })}
              >
                {text}
                <Icon name="close" size={15} />
              </Control>
            </li>
          ))}
          <li>
            <Control search={withoutChips(search, named)} className="list-clear">
              {t('filters.clearAll')}
            </Control>
          </li>
        </ul>
      )}
      {children !== false && <div className="list-beside">{children}</div>}
    </div>
  );
};
