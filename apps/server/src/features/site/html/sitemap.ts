import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { listPath, listPaths } from '@izgodno/contract/search/list-paths';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { isRecent, type Clock } from '#platform/clock.ts';
import { isListed } from '#features/deals/api.ts';
import type { DatabaseReads } from '#schema/schema.ts';
import { createSemaphore, type Semaphore } from '#platform/semaphore.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';

/**
 * URLs that one sitemap may contain (sitemaps.org). A part covers as many ids, including deleted
 * ones.
 */
const PART_SIZE = 50_000;
const ROWS_AT_ONCE = 5_000;
/** How long the list of parts is cached, in milliseconds, because it reads every deal. */
const FRESH_FOR = HOUR_MS;
/** How long after a failed read the deals are not read again, in milliseconds. */
const REST_AFTER_FAILURE = 10_000;

/** Pages without user-specific content. */
export const sitemapPages = [
  '/deals',
  '/trending',
  '/welcome',
  '/about',
  '/contact',
  '/help',
  '/terms',
  '/privacy',
  '/imprint',
  '/cookies',
  '/accessibility',
] as const;

/**
 * Costs of the list, which reads every deal once an hour, and of a part, which reads 50,000 deals.
 */
const LIST_COST = 5;
const PART_COST = 50;

const partsSchema = z.array(z.object({ part: z.int() }));
const listsSchema = z.array(
  z.object({ filter: z.enum(listPaths.map(({ filter }) => filter)), value: z.string() }),
);

export interface SitemapOptions {
  readonly reads: DatabaseReads;
  readonly clock: Clock;
  /** Origin of the product. */
  readonly baseUrl: string;
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const XML = 'application/xml; charset=utf-8';

/**
 * Repeats what was read within the last hour. One read serves all requests; the older value, if
 * there is one, is repeated meanwhile.
 */
const createHourly = <Value>({ clock }: SitemapOptions, read: () => Promise<Value>) => {
  let cached: { readonly readAt: number; readonly value: Value } | undefined;
  /** The read in progress, or one that failed. */
  let reading: Promise<Value> | undefined;
  let failedAt: number | undefined;

  const refresh = async (): Promise<Value> => {
    try {
      const value = await read();
      cached = { readAt: clock.now(), value };
      reading = undefined;
      return value;
    } catch (error) {
      failedAt = clock.now();
      throw error;
    }
  };

  return async (): Promise<Value> => {
    const now = clock.now();
    if (cached !== undefined && isRecent(cached.readAt, now, FRESH_FOR)) return cached.value;
    if (failedAt !== undefined && !isRecent(failedAt, now, REST_AFTER_FAILURE)) {
      failedAt = undefined;
      reading = undefined;
    }
    reading ??= refresh();
    if (cached === undefined) return reading;
    // No request waits for this read; if it fails, a later one is tried.
    reading.catch(() => {});
    return cached.value;
  };
};

/** Reads the numbers of the parts that have deals. */
const readParts = async ({ reads }: SitemapOptions): Promise<readonly number[]> => {
  const query = sql`
    SELECT DISTINCT (id - 1) / ${PART_SIZE}::bigint AS part FROM deals
     WHERE ${isListed('deals')} ORDER BY part`;
  const { rows } = await reads((replica) => query.execute(replica));
  return expectShape(partsSchema, rows).map(({ part }) => part);
};

/** Reads the paths of the lists that have deals; if there are too many, those with the most. */
const readLists = async ({ reads }: SitemapOptions): Promise<readonly string[]> => {
  const query = sql`
    SELECT filter, value FROM deals
     CROSS JOIN LATERAL (VALUES ('category', category), ('source', source_id),
                                ('brand', brand_slug), ('location', location_id)) AS list (filter, value)
     WHERE ${isListed('deals')} AND value IS NOT NULL
     GROUP BY filter, value ORDER BY count(*) DESC, filter, value LIMIT ${PART_SIZE}`;
  const { rows } = await reads((replica) => query.execute(replica));
  return expectShape(listsSchema, rows).map(listPath);
};

/**
 * Writes a part while it is read. `oneRead` lets one read of all requests run at a time; a request
 * whose receiver is slow holds no slot.
 */
async function* writePart(
  { reads, baseUrl }: SitemapOptions,
  oneRead: Semaphore,
  part: number,
): AsyncGenerator<string> {
  yield `${HEADER}<urlset ${NAMESPACE}>\n`;
  const end = (part + 1) * PART_SIZE;
  let last = part * PART_SIZE;
  for (;;) {
    const after = last;
    const rows = await oneRead.run(() =>
      reads((replica) =>
        replica
          .selectFrom('deals')
          .select(['id', 'updated_at as updatedAt'])
          .where('id', '>', after)
          .where('id', '<=', end)
          .where('status', '=', 'active')
          .where('deleted_at', 'is', null)
          // Other sources' equal offers are on the page of the representative.
          .where('represented_by', 'is', null)
          .orderBy('id')
          .limit(ROWS_AT_ONCE)
          .execute(),
      ),
    );
    yield rows
      .map(
        ({ id, updatedAt }) =>
          `<url><loc>${baseUrl}/deals/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`,
      )
      .join('');
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < ROWS_AT_ONCE) break;
    last = lastRow.id;
  }
  yield '</urlset>\n';
}

/** `sitemap.xml` lists the parts; others are unknown, however many robots ask for. */
export const addSitemap = (app: FastifyInstance, options: SitemapOptions): void => {
  const { baseUrl } = options;
  const parts = createHourly(options, () => readParts(options));
  const oneRead = createSemaphore(1);
  const lists = createHourly(options, () => readLists(options));

  app.get('/sitemap.xml', { config: { limit: { cost: LIST_COST } } }, async (_, reply) => {
    const names = ['pages', 'lists', ...(await parts()).map((part) => `deals-${part}`)];
    const entries = names.map(
      (name) => `<sitemap><loc>${baseUrl}/sitemap/${name}.xml</loc></sitemap>\n`,
    );
    return reply
      .type(XML)
      .send(`${HEADER}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`);
  });

  app.get('/sitemap/pages.xml', (_, reply) => {
    const entries = sitemapPages.map((page) => `<url><loc>${baseUrl}${page}</loc></url>\n`);
    return reply.type(XML).send(`${HEADER}<urlset ${NAMESPACE}>\n${entries.join('')}</urlset>\n`);
  });

  app.get('/sitemap/lists.xml', { config: { limit: { cost: LIST_COST } } }, async (_, reply) => {
    const entries = (await lists()).map((path) => `<url><loc>${baseUrl}${path}</loc></url>\n`);
    return reply.type(XML).send(`${HEADER}<urlset ${NAMESPACE}>\n${entries.join('')}</urlset>\n`);
  });

  app.get<{ Params: { part: string } }>(
    '/sitemap/deals-:part.xml',
    { config: { limit: { cost: PART_COST } } },
    async (request, reply) => {
      const { part } = request.params;
      const known = (await parts()).find((each) => String(each) === part);
      return known === undefined
        ? rejectUnknown(request, reply)
        : reply.type(XML).send(Readable.from(writePart(options, oneRead, known)));
    },
  );

  app.get('/robots.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(
      [
        'User-agent: *',
        // Images of deals are there.
        'Allow: /api/files/',
        'Disallow: /api/',
        'Disallow: /unsubscribe',
        'Disallow: /newsletter/',
        'Disallow: /styleguide',
        `Sitemap: ${baseUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );
};
