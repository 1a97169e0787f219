import type { Pool } from 'pg';
import type { MailCounts } from '#platform/mail/counted-mailer.ts';
import type { StoreCounts } from '#platform/object-store/counted-store.ts';
import type { FollowingDealSearch } from '#features/search/api.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';
import type { Gauges } from '#features/system/api.ts';

export interface MeasuredParts {
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly search: Pick<FollowingDealSearch, 'lag' | 'size'>;
  readonly mails: Readonly<MailCounts>;
  readonly storeCalls: Readonly<StoreCounts>;
  readonly backups: Pick<ScheduledBackups, 'age'> | null;
}

/** The gauges of the parts that features are given. */
export const partGauges = ({
  pool,
  search,
  mails,
  storeCalls,
  backups,
}: MeasuredParts): Gauges => ({
  ...(backups === null
    ? {}
    : {
        izgodno_backup_age_seconds: {
          help: 'Seconds since the newest backup of BACKUP_TO; without one, since the start of the process.',
          value: () => backups.age(),
        },
      }),
  izgodno_database_connections: {
    help: 'Open connections to the database.',
    value: () => pool.totalCount,
  },
  izgodno_database_connections_idle: {
    help: 'Idle connections.',
    value: () => pool.idleCount,
  },
  izgodno_database_queries_waiting: {
    help: 'Queries that wait for a connection.',
    // A query that begins also waits for a moment while connections are idle.
    value: () => Math.max(0, pool.waitingCount - pool.idleCount),
  },
  izgodno_index_deals: { help: 'Deals in the search index.', value: () => search.size },
  izgodno_index_lag_deals: {
    help: 'Changed deals that the search index does not have yet; counted up to 100,000.',
    value: async () => (await search.lag()).deals,
  },
  izgodno_index_lag_seconds: {
    help: 'Seconds since the search index had all changes.',
    value: async () => (await search.lag()).seconds,
  },
  izgodno_mails_total: {
    help: 'Mails by result; failed ones are sent again.',
    label: 'result',
    isCounter: true,
    value: () => ({ ...mails }),
  },
  izgodno_store_calls_total: {
    help: 'Calls of the store of files by result.',
    label: 'result',
    isCounter: true,
    value: () => ({ ...storeCalls }),
  },
});
