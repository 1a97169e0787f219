import {
  listSearches,
  searchLogViews,
  type LoggedQuery,
  type SearchLogView,
} from '@izgodno/contract/search/log-calls';
import type { CallOutput } from '@izgodno/contract/common/call';
import type { Relaxed } from '@izgodno/contract/search/understood';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { filterValueName, limitText } from '#core/format/filter-text.ts';
import { numberFormat, numberText } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { Section } from '#shared/ui/section.tsx';
import { activeFilters, isOneOf } from '../model/filters.ts';
import styles from './search-log.module.css';

type Log = CallOutput<typeof listSearches>;

const PATH = '/admin?view=searches';
/** The days that the page offers. */
const dayChoices = [1, 7, 30] as const;
type Days = (typeof dayChoices)[number];
const DEFAULT_DAYS: Days = 7;

const logQuery = (view: SearchLogView, days: Days) =>
  queryOptions({
    queryKey: ['search', 'log', view, days],
    queryFn: ({ signal }) => api.call(listSearches, { query: { view, days } }, signal),
  });

const pathOf = (view: SearchLogView, days: Days): string =>
  `${PATH}${view === 'top' ? '' : `&list=${view}`}${days === DEFAULT_DAYS ? '' : `&days=${days}`}`;

/** What the search makes of a query now, if that is not what was typed. */
const useMeaning = (names: Log['names']): ((query: LoggedQuery) => string | null) => {
  const language = useLanguage();
  const { t, code } = language;
  const quoted = (word: string): string => t('understood.word', { word });
  const location = (id: string): string => names[id]?.[code] ?? id;
  const partText = ({ name, value = '' }: Relaxed): string => {
    if (name === 'word') return quoted(value);
    return name === 'location' ? location(value) : t(`understood.part.${name}`);
  };
  return ({ query, now: { understood } }) => {
    if (understood === undefined) return null;
    const { words, corrected, relaxed } = understood;
    const filters = activeFilters(understood.filters).map((filter) =>
      isOneOf(filter)
        ? (filterValueName(language, undefined, { filter: filter.kind, value: filter.value }) ??
          location(filter.value))
        : limitText(filter, language),
    );
    const used = corrected ?? words;
    const parts = [
      ...(used === '' ? [] : [quoted(used)]),
      ...filters,
      ...(relaxed.length === 0
        ? []
        : [t('searchLog.without', { parts: relaxed.map(partText).join(', ') })]),
    ];
    return used === query && parts.length === 1 ? null : parts.join(', ');
  };
};

const QueryRow = ({ query, names }: { query: LoggedQuery; names: Log['names'] }) => {
  const { t, code } = useLanguage();
  const meaning = useMeaning(names)(query);
  const share = (part: number): string =>
    numberFormat(code, { style: 'percent' }).format(part / Math.max(1, query.searches));
  const { searches, withoutDeals, near, opened, rank, refinedTo, now } = query;
  return (
    <li>
      <p className={styles['query']}>
        <Link href={dealsHref({ q: query.query })}>{query.query}</Link>
        <span>{t('searchLog.searches', { count: searches })}</span>
      </p>
      <p>
        {t('searchLog.opened', { share: share(opened) })}
        {rank !== null &&
          ` ${t('searchLog.rank', { rank: numberFormat(code, { maximumFractionDigits: 1 }).format(rank) })}`}
        {withoutDeals > 0 && ` · ${t('searchLog.withoutDeals', { share: share(withoutDeals) })}`}
        {near > 0 && ` · ${t('searchLog.near', { share: share(near) })}`}
      </p>
      <p className={styles['muted']}>
        {t('searchLog.now', { count: now.total })}
        {meaning !== null && ` · ${t('searchLog.meaning', { meaning })}`}
      </p>
      {refinedTo.length > 0 && (
        <p className={styles['muted']}>
          {t('searchLog.refined', {
            queries: refinedTo
              .map((next) => `${next.query} (${numberText(next.searches, code)})`)
              .join(', '),
          })}
        </p>
      )}
    </li>
  );
};

/** What is searched for and whether it helps, without persons, for administrators. */
export const SearchLog = () => {
  const { t } = useLanguage();
  const asked = new URLSearchParams(useLocation().query);
  const view = searchLogViews.find((each) => each === asked.get('list')) ?? 'top';
  const days = dayChoices.find((each) => String(each) === asked.get('days')) ?? DEFAULT_DAYS;
  const query = useQuery(logQuery(view, days));
  const log = query.data;
  return (
    <Section
      title={t('searchLog.title')}
      text={log && t('searchLog.text', { visitors: log.leastVisitors, count: log.storedDays })}
    >
      {log?.storedDays === 0 && <p>{t('searchLog.off')}</p>}
      <TabLinks
        label={t('searchLog.days')}
        links={dayChoices.map((each) => ({
          href: pathOf(view, each),
          isCurrent: each === days,
          content: t('searchLog.lastDays', { count: each }),
        }))}
      />
      <TabLinks
        label={t('searchLog.lists')}
        links={searchLogViews.map((each) => ({
          href: pathOf(each, days),
          isCurrent: each === view,
          content: t(`searchLog.view.${each}`),
        }))}
      />
      {query.error !== null && <FailedQuery query={query} />}
      {query.isPending && <output>{t('shell.loading')}</output>}
      {log !== undefined && (
        <>
          {log.searches > 0 && (
            <p>
              {t('searchLog.totals', {
                searches: log.searches,
                withoutDeals: log.withoutDeals,
                opened: log.opened,
              })}
              {log.rare > 0 && ` ${t('searchLog.rare', { count: log.rare })}`}
            </p>
          )}
          {log.queries.length === 0 && <p>{t('searchLog.none')}</p>}
          {log.queries.length > 0 && (
            <ol className={styles['queries']} aria-label={t(`searchLog.view.${view}`)}>
              {log.queries.map((each) => (
                <QueryRow key={each.query} query={each} names={log.names} />
              ))}
            </ol>
          )}
        </>
      )}
    </Section>
  );
};
