import * as z from 'zod/mini';
import { decodeText } from '../../merchant-feed/decode-text.ts';
import { decompress } from '../../merchant-feed/decompress.ts';
import {
  defineConnector,
  type Connector,
  type ConnectorContext,
  type MappedRecord,
  type RecordBatch,
} from '../../pipeline/connector.ts';
import { hostOf, withoutSecrets } from '../../records/base-url.ts';
import { openDocument } from '../../records/open-document.ts';
import { currencyOf, markets } from '../currency.ts';
import { readCsvRows } from './csv-rows.ts';
import { createCsvMapper } from './map-csv-row.ts';

const DAY_S = 24 * 60 * 60;
/** Records per batch to the database. */
const BATCH_RECORDS = 2_000;

const configSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** Decides the currency if the feed names none. */
  market: z._default(z.enum(markets), 'bg'),
});
type Config = z.infer<typeof configSchema>;

const open = ({ url, market }: Config, context: ConnectorContext): Connector => {
  let unchanged = false;
  let bytesRead = 0;
  let totalBytes: number | null = null;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const document = await openDocument(context, url);
    if (document === null) {
      unchanged = true;
      return;
    }
    ({ totalBytes } = document);
    const bytes = decompress(document.bytes, context.limits, (count) => (bytesRead += count));
    const map = createCsvMapper(currencyOf(market, context.clock.now()));
    let batch: MappedRecord[] = [];
    for await (const rows of readCsvRows(decodeText(bytes, document.charset), context.limits)) {
      for (const row of rows) batch.push(map(row));
      if (batch.length >= BATCH_RECORDS) {
        yield { records: batch };
        batch = [];
      }
    }
    if (batch.length > 0) yield { records: batch };
  };

  return {
    origin: withoutSecrets(url),
    coverage: { kind: 'full' },
    records,
    // Not the network's name alone, because its API is a source with that name.
    describe: () => ({ id: hostOf(url), name: 'Profitshare CSV' }),
    fractionRead: () => (totalBytes === null || totalBytes === 0 ? null : bytesRead / totalBytes),
    isUnchanged: () => unchanged,
  };
};

/** The product feed of Profitshare for a partner, as comma- or semicolon-separated values. */
export const profitshareCsv = defineConnector<Config>({
  name: 'profitshare-csv',
  config: configSchema,
  group: 'other',
  commission: true,
  everySeconds: DAY_S,
  open,
});
