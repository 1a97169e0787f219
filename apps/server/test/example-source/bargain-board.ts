import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  defineConnector,
  type MappedRecord,
  type RecordBatch,
} from '#features/sources/pipeline/connector.ts';
import { draftDefaults } from '#features/deals/bulk/mapped-deal.ts';
import { ImportError } from '#features/sources/pipeline/import-error.ts';

const configSchema = z.strictObject({
  baseUrl: z.url(),
  /** The name of the setting with the key, never the key itself. */
  key: z._default(z.string(), 'BARGAIN_BOARD_KEY'),
});

const offerSchema = z.object({ id: z.string(), title: z.string(), link: z.url(), cents: z.int() });
const pageSchema = z.object({ offers: z.array(z.unknown()), next: z.nullable(z.int()) });
const cursorSchema = z.object({ page: z.int() });

const toRecord = (raw: unknown, row: number): MappedRecord => {
  const offer = parseUntrusted(offerSchema, raw).data;
  if (offer === undefined) {
    const rejection = { reason: 'shape_unknown', detail: JSON.stringify(raw) } as const;
    return { row, externalId: null, rejection };
  }
  const { id: externalId, title, link, cents: amount } = offer;
  const rest = { category: 'other', condition: 'new', currency: 'EUR' } as const;
  return { row, deal: { ...draftDefaults, ...rest, externalId, title, link, amount } };
};

/** Offers of the (made-up) Bargain Board, page by page. */
export const bargainBoard = defineConnector({
  name: 'bargain-board',
  config: configSchema,
  group: 'other',
  commission: true,
  everySeconds: 3_600,
  open(config, context) {
    const records = async function* (): AsyncGenerator<RecordBatch> {
      let page: number | null = parseUntrusted(cursorSchema, context.cursor).data?.page ?? 1;
      let row = 0;
      while (page !== null) {
        const response = await context.http.read(`${config.baseUrl}/offers?page=${page}`, {
          headers: { 'x-key': context.credential(config.key) },
          rateLimit: { name: 'offers', calls: 60, perMs: 60_000 },
        });
        if (response.status !== 200) {
          throw new ImportError('SOURCE_REFUSES', `Bargain Board answered ${response.status}.`);
        }
        const body: unknown = JSON.parse(Buffer.from(response.body).toString());
        const { offers, next } = pageSchema.parse(body);
        const batch = offers.map((offer) => toRecord(offer, (row += 1)));
        page = next;
        yield { records: batch, ...(next === null ? {} : { cursor: { page: next } }) };
      }
    };
    return {
      origin: config.baseUrl,
      coverage: { kind: 'incremental', keepMs: 0 },
      records,
      describe: () => ({ id: 'bargain-board', name: 'Bargain Board' }),
      fractionRead: () => null,
      isUnchanged: () => false,
    };
  },
});
