import type { FastifyInstance } from 'fastify';
import type { Database } from '#schema/schema.ts';
import { demoSources } from '@izgodno/demo/sources';
import { shopPath } from './shop-path.ts';

interface ShopItem {
  readonly shop: string;
  readonly title: string;
  readonly euros: string;
  readonly inStock: boolean;
  /** Path of the deal that links to it. */
  readonly dealPath: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** A plain page in both languages that says that the shop is a demo. */
const shopPage = ({ shop, title, euros, inStock, dealPath }: ShopItem): string => `<!doctype html>
<html lang="bg">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)} – ${escaped(shop)}</title>
<main>
<p>${escaped(shop)}</p>
<h1>${escaped(title)}</h1>
<p><strong>${escaped(euros)}</strong></p>
${inStock ? '' : '<p>Изчерпано · <span lang="en">Out of stock</span></p>'}
<p>Това е демонстрационен магазин: тук нищо не се продава.</p>
<p lang="en">This is a demonstration shop: nothing is sold here.</p>
<p><a href="${escaped(dealPath)}">Към офертата · <span lang="en">Back to the deal</span></a></p>
</main>
</html>
`;

const demoIds: ReadonlySet<string> = new Set(Object.values(demoSources).map(({ id }) => id));
const price = new Intl.NumberFormat('bg', { style: 'currency', currency: 'EUR' });

/** Serves the outgoing links of demo deals, because their shops do not exist. */
export const registerDemoShops = (app: FastifyInstance, database: Database): void => {
  app.get<{ Params: { shop: string; id: string } }>(
    shopPath(':shop', ':id'),
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
