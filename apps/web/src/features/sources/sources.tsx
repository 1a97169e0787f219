import type { listSources } from '@izgodno/contract/sources/calls';
import type { CallOutput } from '@izgodno/contract/common/call';
import type { Source } from '@izgodno/contract/sources/source';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { Section } from '#shared/ui/section.tsx';
import { AddFeed } from './add-feed.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { SourceRow } from './source-row.tsx';
import { sourcesQuery } from './calls.ts';
import styles from './sources.module.css';

const columns = ['source', 'status', 'lastRun', 'counts', 'actions'] as const;

/** The age of the queue, and the deals of all sources. */
const Summary = ({ sources, queue }: CallOutput<typeof listSources>) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const deals = sources.reduce((sum, source) => sum + (source.deals ?? 0), 0);
  return (
    <p className={styles['summary']}>
      {queue !== undefined && (
        <span>
          {queue.since === null
            ? t('sources.queueEmpty')
            : t('sources.queue', {
                count: queue.waiting,
                when: relativeTime(queue.since, now, code),
              })}
        </span>
      )}
      <span>{t('sources.activeOfAll', { count: deals })}</span>
    </p>
  );
};

/** Every source with its actions: a table, or cards in narrow windows. */
const SourceList = () => {
  const { t } = useLanguage();
  const query = useQuery(sourcesQuery);
  const sources = query.data?.sources;
  const [reading, setReading] = useState<Source | null>(null);
  return (
    <Section title={t('sources.sources')}>
      {query.error !== null && <FailedQuery query={query} />}
      {sources?.length === 0 && <p className={styles['muted']}>{t('sources.none')}</p>}
      {query.data !== undefined && query.data.sources.length > 0 && <Summary {...query.data} />}
      {sources !== undefined && sources.length > 0 && (
        <table aria-label={t('sources.sources')} className={styles['table']}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`sources.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                onReadRejected={() => setReading(source)}
              />
            ))}
          </tbody>
        </table>
      )}
      {reading !== null && <RejectedRows source={reading} onClose={() => setReading(null)} />}
    </Section>
  );
};

/** The sources with their status, and the form that adds one, for administrators. */
export const Sources = () => (
  <>
    <SourceList />
    <AddFeed />
  </>
);
