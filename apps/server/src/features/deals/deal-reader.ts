import type { FacetNames } from './facet-names.ts';
import type { DealRepository } from './deal-repository.ts';
import type { PresentDeals } from './present-deal.ts';
import { sofiaDay } from './prices/price-rules.ts';
import type { Clock } from '#platform/clock.ts';
import { RecentMap } from '#platform/recent-map.ts';

/** The capacity of the cache; an encoded deal takes 1 to 2 KB. */
const CACHED_DEALS = 50_000;

export interface DealHit {
  readonly id: string;
  /** `change_seq` of the version found: a cached row of the same version need not be read again. */
  readonly version: number;
}

interface CachedDeal {
  readonly version: number;
  readonly sourceId: string;
  /** Encoded with the deal, though it belongs to the source. */
  readonly checkedAt: number | undefined;
  /** The day of the assessment of its price, which ages without a change. */
  readonly day: number;
  readonly json: Buffer;
}

interface DealReaderDependencies {
  readonly repository: DealRepository;
  readonly names: FacetNames;
  readonly presentDeals: PresentDeals;
  readonly clock: Clock;
}

export interface DealReader {
  /**
   * The deals of the hits in their order, as JSON of the contract. A deal deleted since the search,
   * and one that cannot be shown, is left out.
   */
  read(hits: readonly DealHit[]): Promise<readonly Buffer[]>;
}

/**
 * Reads deals for pages of results. The search returns the version of each deal, so a cached deal
 * is as current as the search, and costs no query, validation or encoding.
 */
export const createDealReader = ({
  repository,
  names: sourceNames,
  presentDeals,
  clock,
}: DealReaderDependencies): DealReader => {
  const cached = new RecentMap<string, CachedDeal>(CACHED_DEALS);

  return {
    async read(hits) {
      const { sources } = await sourceNames.read([]);
      const day = sofiaDay(clock.now());
      const found = new Map<string, Buffer>();
      const missing: number[] = [];
      for (const { id, version } of hits) {
        const deal = cached.get(id);
        const isFresh =
          deal !== undefined &&
          deal.day === day &&
          deal.version >= version &&
          deal.checkedAt === sources.get(deal.sourceId)?.checkedAt?.getTime();
        if (isFresh) found.set(id, deal.json);
        else missing.push(Number(id));
      }
      if (missing.length > 0) {
        const rows = await repository.findByIds(missing);
        const names = await sourceNames.read(rows.map((row) => row.source_id));
        const deals = await presentDeals(rows);
        for (const row of rows) {
          const deal = deals.get(row.id);
          if (deal === undefined) continue;
          const json = Buffer.from(JSON.stringify(deal));
          const checkedAt = names.sources.get(row.source_id)?.checkedAt?.getTime();
          found.set(deal.id, json);
          cached.set(deal.id, {
            version: row.change_seq,
            sourceId: row.source_id,
            checkedAt,
            day,
            json,
          });
        }
      }
      return hits.flatMap(({ id }) => found.get(id) ?? []);
    },
  };
};
