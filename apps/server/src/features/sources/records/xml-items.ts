import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { MarkupMender } from './mend-markup.ts';

const MAX_DEPTH = 64;
/** The greatest depth of items and the feed's own data: RSS has a channel around them. */
const MAX_ITEM_DEPTH = 3;
/** Times the limit of a field or item from which the feed is given up. */
const FATAL = 8;
/** Cached names of elements; a feed has some dozens. */
const MAX_NAMES = 1_000;

const roots: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed']);
const itemNames: ReadonlySet<string> = new Set(['item', 'entry']);
const silentNames: ReadonlySet<string> = new Set(['script', 'style']);

interface ElementName {
  /** Empty if there is none. */
  readonly prefix: string;
  readonly local: string;
}

const splitName = (name: string): ElementName => {
  const colon = name.indexOf(':');
  return { prefix: colon === -1 ? '' : name.slice(0, colon), local: name.slice(colon + 1) };
};

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

// Feeds use HTML's entities without declaring them; an unknown one is kept as written.
const htmlEntities = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? decodeHTMLStrict(`&${name};`) : undefined) },
);

/**
 * How a kind of feed treats its elements. The opening methods return the field whose text is
 * wanted, or `null` if the element is irrelevant or complete with its attributes.
 */
export interface ItemForm<Field, Item> {
  /** The root element. */
  openRoot(tag: SaxesTagPlain): void;
  /** An element with data about the feed itself. */
  openInHead(tag: SaxesTagPlain, name: ElementName): Field | null;
  beginItem(): void;
  openInItem(tag: SaxesTagPlain, name: ElementName): Field | null;
  /** An element nested in an item's element: no field, but its attributes may matter. */
  openNested?(tag: SaxesTagPlain, name: ElementName): void;
  /** Text to put before that of a nested element in its field; none if absent. */
  nestedText?(field: Field, name: ElementName): string;
  /** Whether the text of nested elements, which is unescaped markup, belongs to the field. */
  takesNested(field: Field): boolean;
  closeField(field: Field, text: string): void;
  /**
   * `row` counts the items from 1. `tooLong` says that a field, or all of them together, exceeded
   * the limits; such a field was left out.
   */
  endItem(row: number, tooLong: boolean): Item;
}

/** Parses a feed's text, in pieces cut anywhere, into items. Both throw `ImportError`. */
export interface XmlItemReader<Item> {
  /** Returns the items that this piece completes. */
  push(text: string): readonly Item[];
  /** Call at the end of the text; throws if the document is incomplete. */
  end(): void;
  /** The document has ended; further bytes are ignored. */
  readonly finished: boolean;
}

/** Reads RSS 2.0, RSS 1.0 and Atom 1.0. */
export const createXmlItemReader = <Field, Item>(
  form: ItemForm<Field, Item>,
  limits: ImportLimits,
): XmlItemReader<Item> => {
  const mender = new MarkupMender();
  const parser = new SaxesParser({ xmlns: false });
  parser.ENTITIES = htmlEntities;
  const nameOf = createNameSplitter();
  let depth = 0;
  let row = 0;
  let finished = false;
  /** The parser's position at its last event: everything since is one token, or comments. */
  let reported = 0;
  /** The depth of the open item, or 0, and its start. */
  let itemDepth = 0;
  let itemStart = 0;
  let field: Field | null = null;
  let fieldDepth = 0;
  let fieldText = '';
  /** The depth of an open script or style in the field, whose text is for no reader; or 0. */
  let silentDepth = 0;
  /** A field of the open item exceeded its limit. */
  let tooLong = false;
  let items: Item[] = [];

  const openRoot = (tag: SaxesTagPlain): void => {
    const local = nameOf(tag.name).local.toLowerCase();
    if (local === 'html') throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
    if (!roots.has(local)) {
      throw new ImportError(
        'FEED_FORMAT_UNKNOWN',
        `Expected an RSS or Atom feed, found <${tag.name}>.`,
      );
    }
    form.openRoot(tag);
  };

  const open = (tag: SaxesTagPlain): Field | null => {
    const name = nameOf(tag.name);
    if (itemDepth > 0) {
      if (depth === itemDepth + 1) return form.openInItem(tag, name);
      form.openNested?.(tag, name);
      if (field !== null) fieldText += form.nestedText?.(field, name) ?? '';
      if (silentDepth === 0 && silentNames.has(name.local.toLowerCase())) silentDepth = depth;
    } else if (depth > MAX_ITEM_DEPTH) {
      return null;
    } else if (itemNames.has(name.local)) {
      itemDepth = depth;
      itemStart = parser.position;
      form.beginItem();
    } else {
      return form.openInHead(tag, name);
    }
    return null;
  };

  // At most seven handlers, because with the eighth V8 turns the parser into a dictionary, five
  // times slower.
  parser.on('opentag', (tag) => {
    reported = parser.position;
    if (finished) return;
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ImportError('FEED_MALFORMED', `Elements are nested more than ${MAX_DEPTH} deep.`);
    if (depth === 1) {
      openRoot(tag);
      return;
    }
    const opened = open(tag);
    if (opened === null) return;
    field = opened;
    fieldDepth = depth;
    fieldText = '';
  });

  const addText = (text: string): void => {
    reported = parser.position;
    if (field === null || silentDepth > 0) return;
    if (depth === fieldDepth || form.takesNested(field)) fieldText += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.on('closetag', () => {
    reported = parser.position;
    if (finished) return;
    if (field !== null && depth === fieldDepth) {
      if (fieldText.length <= limits.maxFieldLength) form.closeField(field, fieldText);
      else tooLong = true;
      field = null;
    } else if (depth === itemDepth) {
      row += 1;
      const length = parser.position - itemStart;
      items.push(form.endItem(row, tooLong || length > limits.maxRecordLength));
      tooLong = false;
      itemDepth = 0;
    }
    if (depth === silentDepth) silentDepth = 0;
    depth -= 1;
    if (depth === 0) finished = true;
  });

  parser.on('doctype', (doctype) => {
    reported = parser.position;
    if (/^\s*html\b/i.test(doctype))
      throw new ImportError('FEED_IS_HTML', 'This is a web page, not a feed.');
  });
  parser.on('error', (error) => {
    // Real feeds have bytes after the root element, which are ignored.
    if (!finished)
      throw new ImportError('FEED_MALFORMED', `Not well-formed XML at ${error.message}`);
  });

  const checkSizes = (): void => {
    // Above the limits an item is left out; far above them it would not fit into memory.
    const maxFieldLength = FATAL * limits.maxFieldLength;
    const maxRecordLength = FATAL * limits.maxRecordLength;
    if (
      parser.position - reported > maxFieldLength ||
      (field !== null && fieldText.length > maxFieldLength)
    ) {
      const where = itemDepth === 0 ? 'the head of the feed' : `item ${row + 1}`;
      throw new ImportError(
        'FEED_FIELD_TOO_LARGE',
        `A field of ${where} is longer than ${maxFieldLength} characters.`,
      );
    }
    if (itemDepth > 0 && parser.position - itemStart > maxRecordLength) {
      throw new ImportError(
        'FEED_FIELD_TOO_LARGE',
        `Item ${row + 1} is longer than ${maxRecordLength} characters.`,
      );
    }
  };

  return {
    push(text) {
      if (finished) return [];
      parser.write(mender.push(text));
      if (!finished) checkSizes();
      const taken = items;
      items = [];
      return taken;
    },
    end() {
      if (!finished) parser.write(mender.end());
      if (finished) return;
      throw depth > 0
        ? new ImportError('FEED_TRUNCATED', `The feed breaks off after ${row} items.`)
        : new ImportError('FEED_FORMAT_UNKNOWN', 'The document holds no element.');
    },
    get finished() {
      return finished;
    },
  };
};
