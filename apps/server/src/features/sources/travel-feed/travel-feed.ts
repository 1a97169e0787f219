import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { decodeText } from '../merchant-feed/decode-text.ts';
import { decompress } from '../merchant-feed/decompress.ts';
import {
  defineConnector,
  type Connector,
  type ConnectorContext,
  type RecordBatch,
} from '../pipeline/connector.ts';
import { hostOf, withoutSecrets } from '../records/base-url.ts';
import { toName } from '../records/draft-fields.ts';
import { openDocument } from '../records/open-document.ts';
import { createEntryMapper } from './map-entry.ts';
import { createEntryParser, type EntryParser } from './xml-entries.ts';

const HOUR_S = 60 * 60;
/**
 * A feed has only its latest posts, so one that has left it stays until it expires, or for this
 * long.
 */
const KEEP_MS = 30 * DAY_MS;

const configSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
type TravelFeedConfig = z.infer<typeof configSchema>;

const open = ({ url }: TravelFeedConfig, context: ConnectorContext): Connector => {
  let unchanged = false;
  let bytesRead = 0;
  let totalBytes: number | null = null;
  let parser: EntryParser | undefined;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const document = await openDocument(context, url);
    if (document === null) {
      unchanged = true;
      return;
    }
    ({ totalBytes } = document);
    const bytes = decompress(document.bytes, context.limits, (count) => (bytesRead += count));
    const map = createEntryMapper(context.clock.now());
    parser = createEntryParser(context.limits);
    for await (const text of decodeText(bytes, document.charset)) {
      const entries = parser.push(text);
      const merchant = toName(parser.title ?? '');
      if (entries.length > 0) yield { records: entries.map((entry) => map(entry, merchant)) };
    }
    parser.end();
  };

  return {
    origin: withoutSecrets(url),
    coverage: { kind: 'incremental', keepMs: KEEP_MS },
    records,
    describe: () => ({ id: hostOf(url), name: toName(parser?.title ?? '') ?? hostOf(url) }),
    fractionRead: () => (totalBytes === null || totalBytes === 0 ? null : bytesRead / totalBytes),
    isUnchanged: () => unchanged,
  };
};

/**
 * Offers that a travel site posts as RSS or Atom, with the price in the title or in the fare
 * extension.
 */
export const travelFeed = defineConnector<TravelFeedConfig>({
  name: 'travel-feed',
  config: configSchema,
  group: 'travel',
  commission: false,
  everySeconds: HOUR_S,
  open,
});
