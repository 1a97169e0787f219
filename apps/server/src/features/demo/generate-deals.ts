import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from } from 'pg-copy-streams';
import {
  generatedDeals,
  generatedSources,
  type GeneratedDeal,
  type GeneratedDealsOptions,
} from '@izgodno/demo/generated-deals';

export interface GenerateDealsOptions extends GeneratedDealsOptions {
  readonly pool: Pool;
  readonly onProgress?: (line: string) => void;
}

const COLUMNS = [
  'source_id',
  'external_id',
  'content_hash',
  'title',
  'description',
  'merchant',
  'brand',
  'category',
  'condition',
  'location_id',
  'tags',
  'media',
  'price_amount',
  'price_currency',
  'price_eur',
  'original_amount',
  'discount_percent',
  'availability',
  'rating',
  'views',
  'likes',
  'posted_at',
];
const ROWS_A_CHUNK = 256;
const ROWS_A_REPORT = 100_000;

/**
 * One line of COPY's text format. Generated texts have no tab, newline or backslash, so nothing
 * needs escaping.
 */
const copyLine = (deal: GeneratedDeal, index: number): string =>
  [
    deal.source.id,
    deal.externalId,
    `\\\\x${index.toString(16).padStart(16, '0')}`,
    deal.title,
    deal.description,
    deal.merchant,
    deal.brand,
    deal.category,
    deal.condition,
    deal.locationId,
    `{${deal.tags.map((tag) => `"${tag}"`).join(',')}}`,
    JSON.stringify(deal.media),
    deal.amount,
    deal.currency,
    deal.amountInEuro,
    deal.originalAmount,
    deal.discountPercent,
    deal.availability,
    deal.rating,
    deal.views,
    deal.likes,
    new Date(deal.postedAt).toISOString(),
  ]
    .map((value) => value ?? String.raw`\N`)
    .join('\t');

const copyChunks = function* (options: GenerateDealsOptions): Generator<string> {
  let lines: string[] = [];
  let made = 0;
  for (const deal of generatedDeals(options)) {
    lines.push(copyLine(deal, made));
    made += 1;
    if (lines.length === ROWS_A_CHUNK) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    if (made % ROWS_A_REPORT === 0) {
      options.onProgress?.(`Generated ${made} of ${options.count} deals`);
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
};

/** Fills a migrated database with generated deals and their sources, all or nothing. */
export const generateDeals = async (options: GenerateDealsOptions): Promise<void> => {
  const client = await options.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO sources (id, name, source_group, commission)
       SELECT id, name, "group", commission
         FROM json_to_recordset($1) AS source (id text, name text, "group" text, commission boolean)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(generatedSources)],
    );
    const copy = client.query(from(`COPY deals (${COLUMNS.join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(copyChunks(options)), copy);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
};
