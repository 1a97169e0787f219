import { Parser } from 'htmlparser2';

/** Characters of structured data that are read. */
const MAX_DATA_LENGTH = 2 ** 21;
const MAX_TITLE_LENGTH = 2_000;

/** The machine-readable data of a web page. */
export interface PageFacts {
  /** The text of each JSON-LD block. */
  readonly data: readonly string[];
  /** The first content of each `meta`, by its lower-case property, name or itemprop. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string;
  /** The page's canonical URL; null if it has none. */
  readonly canonical: string | null;
}

type Open =
  | { readonly kind: 'data' | 'title'; text: string }
  /** A property of microdata, whose value is the text of its element. */
  | { readonly kind: 'value'; readonly name: string; depth: number; text: string };

const MAX_VALUE_LENGTH = 5_000;
const PRODUCT_TYPE = /\/(?:Product|IndividualProduct|Vehicle|Car|Offer|AggregateOffer)\/?$/i;
/** Elements without an end, and the attributes that are their values. */
const EMPTY = /^(?:meta|link|img|br|hr|input|source|wbr|area|base|col|embed|track)$/;

/** The attribute that is the value of a property of microdata; undefined for its text. */
const valueOf = (name: string, attributes: Readonly<Record<string, string>>): string | undefined =>
  attributes['content'] ??
  (name === 'img' ? attributes['src'] : undefined) ??
  (name === 'link' ? attributes['href'] : undefined);

/** Reads microdata: values of attributes into `meta`; the text of others is for the caller. */
const createMicrodata = (meta: Map<string, string>) => {
  /** The open scopes: whether they are a product's, and their depths. */
  const scopes: { readonly isProduct: boolean; readonly depth: number }[] = [];
  return {
    /** Returns the property whose value is the text of this element, or null. */
    open(name: string, attributes: Readonly<Record<string, string>>, depth: number): string | null {
      const property = attributes['itemprop']?.trim().toLowerCase() ?? '';
      const opensScope = attributes['itemscope'] !== undefined;
      const isOurs = property !== '' && !opensScope && scopes.at(-1)?.isProduct === true;
      if (opensScope && !EMPTY.test(name)) {
        scopes.push({ isProduct: PRODUCT_TYPE.test(attributes['itemtype']?.trim() ?? ''), depth });
      }
      if (!isOurs) return null;
      const value = valueOf(name, attributes)?.trim();
      if (value === undefined) return EMPTY.test(name) ? null : property;
      if (value !== '' && !meta.has(property)) meta.set(property, value);
      return null;
    },
    close(depth: number): void {
      if (scopes.at(-1)?.depth === depth) scopes.pop();
    },
  };
};

/** Reads the facts of a page. Never throws. */
export const readPageFacts = (html: string): PageFacts => {
  const data: string[] = [];
  const meta = new Map<string, string>();
  let dataLength = 0;
  let title = '';
  let canonical: string | null = null;
  let open: Open | null = null;
  const microdata = createMicrodata(meta);
  let depth = 0;

  const parser = new Parser({
    onopentag(name, attributes) {
      if (!EMPTY.test(name)) depth += 1;
      const property = microdata.open(name, attributes, depth);
      if (property !== null && open === null) {
        open = { kind: 'value', name: property, depth, text: '' };
      }
      if (name === 'script' && /^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? '')) {
        open = { kind: 'data', text: '' };
      } else if (name === 'title' && title === '') {
        open = { kind: 'title', text: '' };
      } else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attributes['rel'] ?? '')) {
        canonical ??= attributes['href'] ?? null;
      } else {
        // Microdata may be in any element, with hidden values in attributes.
        const key = attributes['property'] ?? attributes['name'] ?? attributes['itemprop'];
        const content = attributes['content']?.trim() ?? '';
        const lower = key?.trim().toLowerCase();
        if (lower !== undefined && content !== '' && !meta.has(lower)) meta.set(lower, content);
      }
    },
    ontext(text) {
      if (open === null) return;
      const room = {
        title: MAX_TITLE_LENGTH,
        value: MAX_VALUE_LENGTH,
        data: MAX_DATA_LENGTH - dataLength,
      }[open.kind];
      open.text += text.slice(0, Math.max(0, room - open.text.length));
    },
    onclosetag(name) {
      if (EMPTY.test(name)) return;
      const closed = depth;
      depth -= 1;
      microdata.close(closed);
      if (open === null) return;
      if (open.kind === 'value') {
        if (open.depth !== closed) return;
        const text = open.text.replace(/\s+/g, ' ').trim();
        if (text !== '' && !meta.has(open.name)) meta.set(open.name, text);
      } else if (open.kind === 'title') {
        title = open.text.trim();
      } else {
        data.push(open.text);
        dataLength += open.text.length;
      }
      open = null;
    },
  });
  parser.end(html);
  return { data, meta, title, canonical };
};
