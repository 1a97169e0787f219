import type { FastifyInstance } from 'fastify';
import type { Database } from '#schema/schema.ts';
import { demoSources } from '@izgodno/demo/sources';
import { shopPage } from './shop-page.ts';
import { shopPath } from './shop-path.ts';

const demoIds: ReadonlySet<string> = new Set(Object.values(demoSources).map(({ id }) => id));
const price = new Intl.NumberFormat('bg', { style: 'currency', currency: 'EUR' });

/** Serves the outgoing links of demo deals, because their shops do not exist. */
export const registerDemoShops = (app: FastifyInstance, database: Database): void => {
  app.get<{ Params: { shop: string; id: string } }>(
    shopPath(':shop', ':id'),
    { schema: { hide: true } },
    async ({ params: { shop, id } }, reply) => {
      const deal = demoIds.has(shop)
        ? await database
            .selectFrom('deals')
            .innerJoin('sources', 'sources.id', 'deals.source_id')
            .select([
              'deals.id',
              'deals.title',
              'deals.price_eur',
              'deals.availability',
              'sources.name',
            ])
            .where('source_id', '=', shop)
            .where('external_id', '=', id)
            .where('deals.deleted_at', 'is', null)
            .executeTakeFirst()
        : undefined;
      if (deal === undefined) return reply.code(404).send();
      return reply.type('text/html; charset=utf-8').send(
        shopPage({
          shop: deal.name,
          title: deal.title,
          euros: price.format(deal.price_eur / 100),
          inStock: deal.availability === 'in_stock',
          dealPath: `/deals/${deal.id}`,
        }),
      );
    },
  );
};
