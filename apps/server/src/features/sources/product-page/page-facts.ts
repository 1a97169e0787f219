import { readHtml } from '#platform/read-html.ts';
import { createLabelledValues, type LabelledValue } from './labelled-values.ts';
import { createMicrodata, hasNoEnd } from './microdata.ts';

/** Characters of structured data that are read. */
const MAX_DATA_LENGTH = 2 ** 21;
const MAX_TITLE_LENGTH = 2_000;
/** Characters of an attribute that are read. */
const MAX_CONTENT_LENGTH = 50_000;

/** The machine-readable data of a web page. */
export interface PageFacts {
  /** The text of each JSON-LD block. */
  readonly data: readonly string[];
  /** The first content of each `meta`, by its lower-case property, name or itemprop. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string;
  /** The page's canonical URL; null if it has none. */
  readonly canonical: string | null;
  readonly labelled: readonly LabelledValue[];
  /** Whether microdata describes a home or a plot. */
  readonly hasProperty: boolean;
}

type Open =
  | { readonly kind: 'data' | 'title'; text: string }
  /** A property of microdata, whose value is the text of its element. */
  | { readonly kind: 'value'; readonly name: string; depth: number; text: string };

const maxLength = { title: MAX_TITLE_LENGTH, value: 5_000 } as const;

/** Microdata may be in any element, with hidden values in attributes. */
const noteMeta = (
  meta: Map<string, string>,
  attributes: Readonly<Record<string, string>>,
): void => {
  const key = attributes['property'] ?? attributes['name'] ?? attributes['itemprop'];
  const content = attributes['content']?.slice(0, MAX_CONTENT_LENGTH).trim() ?? '';
  const lower = key?.trim().toLowerCase();
  if (lower !== undefined && content !== '' && !meta.has(lower)) meta.set(lower, content);
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
  const labelled = createLabelledValues();
  let depth = 0;

  readHtml(html, {
    onopentag(name, attributes) {
      if (!hasNoEnd(name)) depth += 1;
      labelled.open(name, depth);
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
        noteMeta(meta, attributes);
      }
    },
    ontext(text) {
      labelled.text(text);
      if (open === null) return;
      const room = open.kind === 'data' ? MAX_DATA_LENGTH - dataLength : maxLength[open.kind];
      open.text += text.slice(0, Math.max(0, room - open.text.length));
    },
    onclosetag(name) {
      if (hasNoEnd(name)) return;
      const closed = depth;
      depth -= 1;
      microdata.close(closed);
      labelled.close(name, closed);
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
  const { pairs } = labelled;
  return { data, meta, title, canonical, labelled: pairs, hasProperty: microdata.hasProperty() };
};
