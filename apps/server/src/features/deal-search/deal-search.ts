import type { Logger } from 'pino';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { DealSearch } from '#ports/deal-search.ts';
import { createPostgresDealSearch } from './postgres/postgres-search.ts';

export interface DealSearchOptions {
  readonly connectionString: string;
  readonly database: Database;
  /** Holds the index's snapshot. */
  readonly directory: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface DealSearchService extends DealSearch {
  health(): { readonly status: 'healthy' | 'degraded' | 'error'; readonly detail?: string };
  close(): Promise<void>;
}

/** The product's search of deals. */
export const createDealSearch = ({ database }: DealSearchOptions): DealSearchService => ({
  ...createPostgresDealSearch(database),
  health: () => ({ status: 'healthy' }),
  close: async () => {},
});
