import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import {
  isFeedField,
  type FeedField,
  type FeedHead,
  type FeedItem,
  type ItemParser,
} from './feed-item.ts';

const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';
const MAX_DEPTH = 64;

const roots: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed']);
const itemNames: ReadonlySet<string> = new Set(['item', 'entry']);
/** Fields whose mark-up feeds sometimes leave unescaped: the text in nested elements is theirs too. */
const richFields: ReadonlySet<FeedField> = new Set<FeedField>([
  'title',
  'description',
  'summary',
  'content',
]);

interface OpenItem {
  readonly depth: number;
  readonly start: number;
  readonly fields: Map<FeedField, string>;
  readonly moreImages: string[];
}

interface OpenField {
  readonly name: FeedField;
  readonly depth: number;
  /** In Google's namespace, whose fields go before those of RSS and Atom. */
  readonly google: boolean;
  text: string;
}

interface ElementName {
  readonly prefix: string;
  readonly local: string;
  readonly field: FeedField | null;
}

const splitName = (name: string): ElementName => {
  const colon = name.indexOf(':');
  const local = name.slice(colon + 1);
  return {
    prefix: colon === -1 ? '' : name.slice(0, colon),
    local,
    field: isFeedField(local) ? local : null,
  };
};

/** Different names of elements remembered: a feed has some dozens. */
const MAX_NAMES = 1_000;

/** Splits each name once. */
const createNameSplitter = (): ((name: string) => ElementName) => {
  const known = new Map<string, ElementName>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const split = splitName(name);
    if (known.size < MAX_NAMES) known.set(name, split);
    return split;
  };
};

// HTML's entities stand in feeds that declare none; one that nobody knows stays as it is written.
const htmlEntities = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? decodeHTMLStrict(`&${name};`) : undefined) },
);

/** Reads RSS 2.0, RSS 1.0 and Atom 1.0 with Google's product attributes. */
export const createXmlItemParser = (head: FeedHead, limits: ImportLimits): ItemParser => {
  const parser = new SaxesParser({ xmlns: false });
  parser.ENTITIES = htmlEntities;
  const googlePrefixes = new Set(['g']);
  const nameOf = createNameSplitter();
  let depth = 0;
  let row = 0;
  let finished = false;
  /** Where the parser stood at its last event: what it took since is one token, or comments. */
  let reported = 0;
  let item: OpenItem | undefined;
  let field: OpenField | undefined;
  let headField:
    | { readonly name: keyof FeedHead; readonly depth: number; text: string }
    | undefined;
  let items: FeedItem[] = [];

  const openRoot = (tag: SaxesTagPlain, local: string): void => {
    if (local === 'html') throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
    if (!roots.has(local)) {
      throw new ImportError(
        'FEED_FORMAT_UNKNOWN',
        `Expected an RSS or Atom feed, found <${tag.name}>.`,
      );
    }
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (name.startsWith('xmlns:') && value === GOOGLE_NAMESPACE)
        googlePrefixes.add(name.slice('xmlns:'.length));
    }
  };

  const openField = (name: FeedField, google: boolean, tag: SaxesTagPlain): void => {
    if (item === undefined) return;
    // Atom keeps the address in an attribute, and has links of other kinds beside it.
    const href = tag.attributes['href'];
    if (
      name === 'link' &&
      href !== undefined &&
      (tag.attributes['rel'] ?? 'alternate') === 'alternate'
    ) {
      if (!item.fields.has('link')) item.fields.set('link', href);
      return;
    }
    field = { name, depth, google, text: '' };
  };

  const openHeadField = (name: string, tag: SaxesTagPlain): void => {
    if (name !== 'title' && name !== 'link') return;
    if (head[name] !== null) return;
    const href = tag.attributes['href'];
    if (name === 'link' && href !== undefined) {
      if ((tag.attributes['rel'] ?? 'alternate') === 'alternate') head.link = href;
    } else {
      headField = { name, depth, text: '' };
    }
  };

  const closeField = (closed: OpenField): void => {
    field = undefined;
    if (item === undefined || closed.text.trim() === '') return;
    if (closed.name === 'additional_image_link') item.moreImages.push(closed.text);
    else if (closed.google || !item.fields.has(closed.name))
      item.fields.set(closed.name, closed.text);
  };

  // Seven handlers at most: with the eighth V8 turns the parser into a dictionary, five times slower.
  parser.on('opentag', (tag) => {
    reported = parser.position;
    if (finished) return;
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ImportError('FEED_MALFORMED', `Elements are nested more than ${MAX_DEPTH} deep.`);
    const { prefix, local, field: name } = nameOf(tag.name);
    if (depth === 1) {
      openRoot(tag, local.toLowerCase());
    } else if (item !== undefined) {
      if (name === null || depth !== item.depth + 1) return;
      const google = googlePrefixes.has(prefix);
      if (google || prefix === '') openField(name, google, tag);
    } else if (itemNames.has(local) && depth <= 3) {
      item = { depth, start: parser.position, fields: new Map(), moreImages: [] };
    } else if (depth <= 3 && prefix === '') {
      openHeadField(local, tag);
    }
  });

  const addText = (text: string): void => {
    reported = parser.position;
    if (field !== undefined && (depth === field.depth || richFields.has(field.name)))
      field.text += text;
    else if (headField !== undefined && depth === headField.depth) headField.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.on('closetag', () => {
    reported = parser.position;
    if (finished) return;
    if (field?.depth === depth) {
      closeField(field);
    } else if (item?.depth === depth) {
      row += 1;
      items.push({ row, fields: item.fields, moreImages: item.moreImages, surplusColumns: false });
      item = undefined;
    } else if (headField?.depth === depth) {
      head[headField.name] ??= headField.text.trim() || null;
      headField = undefined;
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
    if (
      parser.position - reported > limits.maxFieldLength ||
      (field?.text.length ?? 0) > limits.maxFieldLength
    ) {
      const where = item === undefined ? 'the head of the feed' : `item ${row + 1}`;
      throw new ImportError(
        'FEED_FIELD_TOO_LARGE',
        `A field of ${where} is longer than ${limits.maxFieldLength} characters.`,
      );
    }
    if (item !== undefined && parser.position - item.start > limits.maxRecordLength) {
      throw new ImportError(
        'FEED_FIELD_TOO_LARGE',
        `Item ${row + 1} is longer than ${limits.maxRecordLength} characters.`,
      );
    }
  };

  const take = (): readonly FeedItem[] => {
    const taken = items;
    items = [];
    return taken;
  };

  return {
    push(text) {
      parser.write(text);
      if (!finished) checkSizes();
      return take();
    },
    end() {
      // A whole document has ended itself.
      throw depth > 0
        ? new ImportError('FEED_TRUNCATED', `The feed breaks off after ${row} items.`)
        : new ImportError('FEED_FORMAT_UNKNOWN', 'The document holds no element.');
    },
    get finished() {
      return finished;
    },
  };
};
