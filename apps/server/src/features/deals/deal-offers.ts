import type { Offer } from '@izgodno/contract/deals/deal';
import type { Database } from '#schema/schema.ts';
import type { CatalogueNames } from './catalogue-names.ts';

/** A popular product has some dozens of shops; further offers are of no use. */
const MAX_OFFERS = 50;

/**
 * Reads all sources' offers for a deal's product, its own included: in stock first, then by price.
 */
export const createOfferReader =
  (database: Database, names: CatalogueNames) =>
  async (dealId: number): Promise<readonly Offer[]> => {
    const rows = await database
      .with('asked', (db) =>
        db
          .selectFrom('deals')
          .select((deal) => deal.fn.coalesce('represented_by', 'id').as('id'))
          .where('id', '=', dealId),
      )
      .selectFrom('deals')
      .innerJoin('asked', (join) =>
        join.on((on) =>
          on.or([
            on('deals.id', '=', on.ref('asked.id')),
            on('deals.represented_by', '=', on.ref('asked.id')),
          ]),
        ),
      )
      .select([
        'deals.id',
        'deals.source_id',
        'deals.merchant',
        'deals.price_amount',
        'deals.price_currency',
        'deals.availability',
        'deals.link',
        'deals.checked_at',
      ])
      .where('deals.status', '=', 'active')
      .where('deals.deleted_at', 'is', null)
      .orderBy((deal) => deal('deals.availability', '=', 'in_stock'), 'desc')
      .orderBy('deals.price_eur')
      .orderBy('deals.id')
      .limit(MAX_OFFERS)
      .execute();
    const { sources } = await names.read(rows.map((row) => row.source_id));
    return rows.flatMap((row) => {
      const source = sources.get(row.source_id);
      if (source === undefined) return [];
      const checkedAt = row.checked_at ?? source.checkedAt;
      return {
        dealId: String(row.id),
        source: { id: row.source_id, name: source.name },
        merchant: row.merchant ?? undefined,
        price: { amount: row.price_amount, currency: row.price_currency },
        inStock: row.availability === 'in_stock',
        url: row.link ?? undefined,
        commission: source.commission,
        checkedAt: checkedAt?.toISOString(),
      };
    });
  };
