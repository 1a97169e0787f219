import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealHit } from '#ports/deal-search.ts';
import type { DealRepository } from './deal-repository.ts';
import { presentDeal } from './present-deal.ts';

/** Deals kept in memory at most; a presented deal takes about 2 KB. */
const CACHED_DEALS = 20_000;

export interface DealReader {
  /** The deals of the hits, in their order. A deal deleted since the search is left out. */
  read(hits: readonly DealHit[]): Promise<readonly Deal[]>;
}

/**
 * Reads deals for pages of results. The search names the version of each deal it found, so a deal
 * kept from an earlier page is as fresh as the search itself, and hot deals cost no query.
 */
export const createDealReader = (repository: DealRepository): DealReader => {
  const kept = new Map<string, { readonly version: number; readonly deal: Deal }>();

  const keep = (id: string, version: number, deal: Deal): void => {
    kept.delete(id);
    kept.set(id, { version, deal });
    if (kept.size > CACHED_DEALS) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
  };

  return {
    async read(hits) {
      const fresh = new Map<string, Deal>();
      for (const { id, version } of hits) {
        const entry = kept.get(id);
        if (entry !== undefined && entry.version >= version) fresh.set(id, entry.deal);
      }
      const missing = hits.filter(({ id }) => !fresh.has(id)).map(({ id }) => Number(id));
      for (const row of await repository.findByIds(missing)) {
        const deal = presentDeal(row);
        fresh.set(deal.id, deal);
        keep(deal.id, row.change_seq, deal);
      }
      return hits.flatMap(({ id }) => fresh.get(id) ?? []);
    },
  };
};
