import * as z from 'zod/mini';
import { DAY_MS, HOUR_S } from '@izgodno/contract/common/durations';
import {
  type Connector,
  type ConnectorContext,
  defineConnector,
  type RecordBatch,
} from '../pipeline/connector.ts';
import { hostOf, withoutSecrets } from '../records/base-url.ts';
import { createDocumentReader } from '../records/document-reader.ts';
import { toName } from '../records/draft-fields.ts';
import { storedAccessSchema } from '../records/feed-access.ts';
import { openDocument } from '../records/open-document.ts';
import { createEntryMapper } from './map-entry.ts';
import type { SaxesTagPlain } from 'saxes';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { createXmlItemReader, type ItemForm, type XmlItemReader } from '../records/xml-items.ts';
import {
  type EntryField,
  type FareField,
  isEntryField,
  isFareField,
  type TravelEntry,
} from './travel-entry.ts';

/** Prefixes of elements used with RSS and Atom: Dublin Core and content. */
const beside: ReadonlySet<string> = new Set(['', 'dc', 'content', 'atom']);
/** The fare extension has no fixed namespace URI, so any that names it is accepted. */
const FARE_NAMESPACE = /(?:^|[/.:#_-])ft(?:$|[/.:#_-])/i;

interface OpenEntry {
  readonly fields: Map<EntryField, string>;
  readonly fare: Map<FareField, string>;
  readonly categories: string[];
  readonly images: string[];
}

/** Receives an element's text. */
type TakeText = (text: string) => void;

const beginEntry = (): OpenEntry => ({
  fields: new Map(),
  fare: new Map(),
  categories: [],
  images: [],
});

const setOnce = <Key>(map: Map<Key, string>, key: Key, value: string): void => {
  if (value.trim() !== '' && !map.has(key)) map.set(key, value);
};

const openLink = (
  { attributes }: SaxesTagPlain,
  { fields, images }: OpenEntry,
): TakeText | null => {
  const { href, rel = 'alternate', type = '' } = attributes;
  if (href === undefined) return (text) => setOnce(fields, 'link', text);
  if (rel === 'alternate') setOnce(fields, 'link', href);
  else if (rel === 'enclosure' && type.startsWith('image/')) images.push(href);
  return null;
};

const openCategory = (
  { attributes: { term } }: SaxesTagPlain,
  { categories }: OpenEntry,
): TakeText | null => {
  if (term === undefined) return (text) => void categories.push(text);
  categories.push(term);
  return null;
};

const readMedia = (local: string, { attributes }: SaxesTagPlain, { images }: OpenEntry): void => {
  const { url, type = '', medium } = attributes;
  if (url === undefined) return;
  // A thumbnail is the post's own image.
  if (local === 'thumbnail') images.unshift(url);
  else if (medium === 'image' || type.startsWith('image/')) images.push(url);
};

const createForm = (nameFeed: TakeText): ItemForm<TakeText, TravelEntry> => {
  const farePrefixes = new Set(['ft']);
  let entry = beginEntry();

  const learnPrefixes = ({ attributes }: SaxesTagPlain): void => {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('xmlns:') && FARE_NAMESPACE.test(value))
        farePrefixes.add(name.slice('xmlns:'.length));
    }
  };

  return {
    openRoot: learnPrefixes,
    openInHead(tag, { prefix, local }) {
      learnPrefixes(tag);
      return local === 'title' && prefix === '' ? nameFeed : null;
    },
    beginItem() {
      entry = beginEntry();
    },
    openInItem(tag, { prefix, local }) {
      learnPrefixes(tag);
      const { fields, fare } = entry;
      if (farePrefixes.has(prefix))
        return isFareField(local) ? (text) => setOnce(fare, local, text) : null;
      if (prefix === 'media' || local === 'enclosure') {
        readMedia(local, tag, entry);
        return null;
      }
      if (!beside.has(prefix)) return null;
      if (local === 'link') return openLink(tag, entry);
      if (local === 'category') return openCategory(tag, entry);
      return isEntryField(local) ? (text) => setOnce(fields, local, text) : null;
    },
    // Deeper elements, as in media:group, are read for images only.
    openNested(tag, { prefix, local }) {
      if (prefix === 'media') readMedia(local, tag, entry);
    },
    takesNested: () => true,
    closeField: (take, text) => take(text),
    endItem: (row, tooLong) => ({ row, tooLong, ...entry }),
  };
};

interface EntryParser extends XmlItemReader<TravelEntry> {
  /** The feed's own title. */
  readonly title: string | null;
}

/** Parses the posts of RSS 2.0, RSS 1.0 and Atom feeds with their fares. */
export const createEntryParser = (limits: ImportLimits): EntryParser => {
  let title: string | null = null;
  const form = createForm((text) => {
    title ??= text.trim() || null;
  });
  const reader = createXmlItemReader(form, limits);
  return {
    push: (text) => reader.push(text),
    end: () => reader.end(),
    get finished() {
      return reader.finished;
    },
    get title() {
      return title;
    },
  };
};

/**
 * A feed has only its latest posts, so one that has left it stays until it expires, or for this
 * long.
 */
const KEEP_MS = 30 * DAY_MS;

const configSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  access: z.optional(storedAccessSchema),
});
type TravelFeedConfig = z.infer<typeof configSchema>;

const open = ({ url, access }: TravelFeedConfig, context: ConnectorContext): Connector => {
  const reader = createDocumentReader(context.limits);
  let parser: EntryParser | undefined;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const texts = reader.read(await openDocument(context, { url, access }));
    if (texts === null) return;
    const map = createEntryMapper(context.clock.now(), url);
    parser = createEntryParser(context.limits);
    for await (const text of texts) {
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
    fractionRead: reader.fractionRead,
    isUnchanged: reader.isUnchanged,
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
