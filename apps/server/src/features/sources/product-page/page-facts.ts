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

type Open = { readonly kind: 'data' | 'title'; text: string };

/** Reads the facts of a page. Never throws. */
export const readPageFacts = (html: string): PageFacts => {
  const data: string[] = [];
  const meta = new Map<string, string>();
  let dataLength = 0;
  let title = '';
  let canonical: string | null = null;
  let open: Open | null = null;

  const parser = new Parser({
    onopentag(name, attributes) {
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
      const room = open.kind === 'title' ? MAX_TITLE_LENGTH : MAX_DATA_LENGTH - dataLength;
      open.text += text.slice(0, Math.max(0, room - open.text.length));
    },
    onclosetag() {
      if (open === null) return;
      if (open.kind === 'title') {
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
