import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import type { ComponentType, ReactNode } from 'react';
import type { CurrentLanguage } from '#core/language/language.ts';
import { totalOf } from '../model/filters.ts';

export interface ListHeadingProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
  /** Of a list with a path of its own. */
  readonly name: string | undefined;
  /** Absent if the deals failed to load. */
  readonly page: Pick<DealPage, 'total' | 'partial' | 'elsewhere'> | undefined;
  /** A link within the site. */
  readonly Link: ComponentType<{ readonly href: string; readonly children: ReactNode }>;
  /** Shown before the number of deals. */
  readonly children?: ReactNode;
}

/** What a list shows, the way to it from all deals, and the number of deals. */
export const ListHeading = ({
  language: { t },
  search: { q, category },
  name,
  page,
  ...more
}: ListHeadingProps) => {
  const { Link, children } = more;
  const total = totalOf(page);
  return (
    <div className="list-heading">
      <h1 className={q && 'list-words'}>
        {q ? t('deals.resultsFor', { q }) : (name ?? t('deals.title'))}
      </h1>
      <div className="list-under">
        {name !== undefined && (
          <nav aria-label={t('deals.path')} className="list-path">
            <Link href="/deals">{t(category === undefined ? 'deals.title' : 'category.all')}</Link>{' '}
            › <span aria-current="page">{name}</span>
          </nav>
        )}
        <output className="list-count">
          {children}
          {total !== undefined &&
            t(page?.partial ? 'deals.countAtLeast' : 'deals.count', { count: total })}
        </output>
      </div>
    </div>
  );
};
