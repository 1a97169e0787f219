import type { Connector, RecordBatch, SourceDescription } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { createDocumentReader } from '../records/document-reader.ts';
import { toName } from '../records/draft-fields.ts';
import { inBatches } from '../records/in-batches.ts';
import type { FeedHead, FeedItem, ItemParser } from './feed-item.ts';
import { createItemMapper } from './map-item.ts';
import type { OpenedFeed } from './open-feed.ts';
import { createTsvItemParser } from './tsv-items.ts';
import { createXmlItemParser } from './xml-items.ts';

/**
 * Records per batch to the database: few enough that most become garbage before V8 moves them
 * twice.
 */
const BATCH_RECORDS = 500;
/** The number of characters by which the format is detected. */
const MARK_LENGTH = 64;

/** Chooses the parser by the beginning of the text. */
const parserFor = (text: string, head: FeedHead, limits: ImportLimits): ItemParser => {
  const start = text.trimStart();
  if (/^<(?:!doctype\s+html|html)\b/i.test(start)) {
    throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
  }
  return start.startsWith('<') ? createXmlItemParser(head, limits) : createTsvItemParser(limits);
};

/** The source id of a shop's host: "www.shop.example.bg" becomes "shop.example.bg". */
const toSourceId = (sourceName: string): string | null =>
  sourceName
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64) || null;

const parseItems = async function* (
  texts: AsyncIterable<string>,
  head: FeedHead,
  limits: ImportLimits,
  opened: (parser: ItemParser) => void,
): AsyncGenerator<readonly FeedItem[]> {
  let parser: ItemParser | undefined;
  let mark = '';
  for await (const text of texts) {
    let next = text;
    if (parser === undefined) {
      mark = (mark + text).trimStart();
      if (mark.length < MARK_LENGTH) continue;
      parser = parserFor(mark, head, limits);
      opened(parser);
      next = mark;
    }
    yield parser.push(next);
    if (parser.finished) return;
  }
  if (parser === undefined) {
    if (mark.trim() === '') throw new ImportError('FEED_EMPTY', 'The feed holds no text.');
    parser = parserFor(mark, head, limits);
    opened(parser);
    yield parser.push(mark.trimStart());
  }
  if (!parser.finished) yield parser.end();
};

export interface MerchantFeedOptions {
  /** For the run history. */
  readonly origin: string;
  /** Opens the feed; returns null if it is unchanged since the last reading. */
  readonly open: () => Promise<OpenedFeed | null>;
  /** Milliseconds since the epoch; decides sales and expiry. */
  readonly now: number;
  readonly limits: ImportLimits;
}

/**
 * A Google Merchant feed as RSS 2.0, RSS 1.0, Atom 1.0 or tab-separated values, plain or
 * compressed. `records` may be read once.
 */
export const createMerchantFeed = ({
  origin,
  open,
  now,
  limits,
}: MerchantFeedOptions): Connector => {
  const head: FeedHead = { title: null, link: null };
  const reader = createDocumentReader(limits);
  let sourceName = '';
  let mayBreakOff = false;
  let changesAt = Number.POSITIVE_INFINITY;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const feed = await open();
    sourceName = feed?.sourceName ?? '';
    const texts = reader.read(feed);
    if (texts === null) return;
    const map = createItemMapper(head, now, {
      origin,
      changesAt: (time) => (changesAt = Math.min(changesAt, time)),
    });
    yield* inBatches(texts, BATCH_RECORDS, async function* (pieces) {
      for await (const items of parseItems(pieces, head, limits, ({ hasEnd }) => {
        mayBreakOff = !hasEnd;
      }))
        yield items.map(map);
    });
  };

  return {
    origin,
    coverage: { kind: 'full' },
    records,
    describe(): SourceDescription {
      const host = URL.parse(head.link ?? '')?.hostname;
      return {
        id: toSourceId(host ?? sourceName),
        name: toName(head.title ?? '') ?? host ?? null,
      };
    },
    fractionRead: reader.fractionRead,
    isUnchanged: reader.isUnchanged,
    mayBreakOff: () => mayBreakOff,
    changesAt: () => (changesAt === Number.POSITIVE_INFINITY ? null : changesAt),
  };
};
