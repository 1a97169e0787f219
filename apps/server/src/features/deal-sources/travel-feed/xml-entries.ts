import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import {
  isEntryField,
  isFareField,
  type EntryField,
  type FareField,
  type TravelEntry,
} from './travel-entry.ts';

const MAX_DEPTH = 64;

const roots: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed']);
const itemNames: ReadonlySet<string> = new Set(['item', 'entry']);
/** Prefixes whose elements stand beside those of RSS and Atom: Dublin Core and content. */
const beside: ReadonlySet<string> = new Set(['', 'dc', 'content', 'atom']);
/** No address of the fare extension's namespace is fixed: one that names it is taken for it. */
const FARE_NAMESPACE = /(?:^|[/.:#_-])ft(?:$|[/.:#_-])/i;

// HTML's entities stand in feeds that declare none; one that nobody knows stays as it is written.
const htmlEntities = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? decodeHTMLStrict(`&${name};`) : undefined) },
);

interface OpenEntry {
  readonly depth: number;
  readonly start: number;
  readonly fields: Map<EntryField, string>;
  readonly fare: Map<FareField, string>;
  readonly categories: string[];
  readonly pictures: string[];
}

interface OpenField {
  readonly depth: number;
  text: string;
  readonly close: (text: string) => void;
}

export interface EntryParser {
  /** Returns the posts that this piece of text, cut anywhere, completes. */
  push(text: string): readonly TravelEntry[];
  /** Throws where the feed is not whole. */
  end(): void;
  /** What the feed calls itself. */
  readonly title: string | null;
}

const setOnce = <Key>(map: Map<Key, string>, key: Key, value: string): void => {
  if (value.trim() !== '' && !map.has(key)) map.set(key, value);
};

/** Reads the posts of RSS 2.0, RSS 1.0 and Atom feeds with what they say of a fare. */
export const createEntryParser = (limits: ImportLimits): EntryParser => {
  const parser = new SaxesParser({ xmlns: false });
  parser.ENTITIES = htmlEntities;
  const farePrefixes = new Set(['ft']);
  let depth = 0;
  let row = 0;
  let finished = false;
  /** Where the parser stood at its last event: what it took since is one token, or comments. */
  let reported = 0;
  let feedTitle: string | null = null;
  let entry: OpenEntry | undefined;
  let field: OpenField | undefined;
  let entries: TravelEntry[] = [];

  const learnPrefixes = (tag: SaxesTagPlain): void => {
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (name.startsWith('xmlns:') && FARE_NAMESPACE.test(value))
        farePrefixes.add(name.slice('xmlns:'.length));
    }
  };

  const openField = (close: (text: string) => void): void => {
    field = { depth, text: '', close };
  };

  const openLink = ({ attributes }: SaxesTagPlain, { fields, pictures }: OpenEntry): void => {
    const { href, rel = 'alternate', type = '' } = attributes;
    if (href === undefined) openField((text) => setOnce(fields, 'link', text));
    else if (rel === 'alternate') setOnce(fields, 'link', href);
    else if (rel === 'enclosure' && type.startsWith('image/')) pictures.push(href);
  };

  const openMedia = (
    local: string,
    { attributes }: SaxesTagPlain,
    { pictures }: OpenEntry,
  ): void => {
    const { url, type = '', medium } = attributes;
    if (url === undefined) return;
    // A thumbnail is the post's own picture, whatever else it shows.
    if (local === 'thumbnail') pictures.unshift(url);
    else if (medium === 'image' || type.startsWith('image/')) pictures.push(url);
  };

  const openInEntry = (
    prefix: string,
    local: string,
    tag: SaxesTagPlain,
    open: OpenEntry,
  ): void => {
    if (farePrefixes.has(prefix)) {
      if (isFareField(local)) openField((text) => setOnce(open.fare, local, text));
    } else if (prefix === 'media' || local === 'enclosure') {
      openMedia(local, tag, open);
    } else if (!beside.has(prefix)) {
      return;
    } else if (local === 'link') {
      openLink(tag, open);
    } else if (local === 'category') {
      const { term } = tag.attributes;
      if (term === undefined) openField((text) => open.categories.push(text));
      else open.categories.push(term);
    } else if (isEntryField(local)) {
      openField((text) => setOnce(open.fields, local, text));
    }
  };

  parser.on('opentag', (tag) => {
    reported = parser.position;
    if (finished) return;
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ImportError('FEED_MALFORMED', `Elements are nested more than ${MAX_DEPTH} deep.`);
    const colon = tag.name.indexOf(':');
    const prefix = colon === -1 ? '' : tag.name.slice(0, colon);
    const local = tag.name.slice(colon + 1);
    learnPrefixes(tag);
    if (depth === 1) {
      if (local.toLowerCase() === 'html')
        throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
      if (!roots.has(local.toLowerCase()))
        throw new ImportError('FEED_FORMAT_UNKNOWN', `Expected a feed, found <${tag.name}>.`);
    } else if (entry !== undefined) {
      // What is nested deeper, as in media:group, is looked at for pictures only.
      if (depth === entry.depth + 1) openInEntry(prefix, local, tag, entry);
      else if (prefix === 'media') openMedia(local, tag, entry);
    } else if (itemNames.has(local) && depth <= 3) {
      entry = {
        depth,
        start: parser.position,
        fields: new Map(),
        fare: new Map(),
        categories: [],
        pictures: [],
      };
    } else if (local === 'title' && prefix === '' && depth <= 3 && feedTitle === null) {
      openField((text) => {
        feedTitle = text.trim() || null;
      });
    }
  });

  // Mark-up that a feed leaves unescaped belongs to the text around it.
  const addText = (text: string): void => {
    reported = parser.position;
    if (field !== undefined) field.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.on('closetag', () => {
    reported = parser.position;
    if (finished) return;
    if (field?.depth === depth) {
      field.close(field.text);
      field = undefined;
    } else if (entry?.depth === depth) {
      const { fields, fare, categories, pictures } = entry;
      row += 1;
      entries.push({ row, fields, fare, categories, pictures });
      entry = undefined;
    }
    depth -= 1;
    if (depth === 0) finished = true;
  });

  parser.on('doctype', (doctype) => {
    reported = parser.position;
    if (/^\s*html\b/i.test(doctype))
      throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
  });
  parser.on('error', (error) => {
    // Real feeds carry bytes after the root element: they are nothing to us.
    if (!finished)
      throw new ImportError('FEED_MALFORMED', `Not well-formed XML at ${error.message}`);
  });

  const checkSizes = (): void => {
    const long =
      parser.position - reported > limits.maxFieldLength ||
      (field?.text.length ?? 0) > limits.maxFieldLength ||
      (entry !== undefined && parser.position - entry.start > limits.maxRecordLength);
    if (long) throw new ImportError('FEED_FIELD_TOO_LARGE', `Post ${row + 1} is too long.`);
  };

  return {
    push(text) {
      if (finished) return [];
      parser.write(text);
      if (!finished) checkSizes();
      const taken = entries;
      entries = [];
      return taken;
    },
    end() {
      if (finished) return;
      if (depth > 0)
        throw new ImportError('FEED_TRUNCATED', `The feed breaks off after ${row} posts.`);
      throw new ImportError('FEED_EMPTY', 'The feed holds no element.');
    },
    get title() {
      return feedTitle;
    },
  };
};
