import type { SaxesTagPlain } from 'saxes';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { createXmlItemReader, type ItemForm } from '../records/xml-items.ts';
import {
  isFeedField,
  type FeedField,
  type FeedHead,
  type FeedItem,
  type ItemParser,
} from './feed-item.ts';

const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';

/** Fields whose markup feeds sometimes leave unescaped. */
const richFields: ReadonlySet<FeedField> = new Set<FeedField>([
  'title',
  'description',
  'summary',
  'content',
]);

/** Fields whose values are in elements of their own. */
const structuredFields: ReadonlySet<FeedField> = new Set<FeedField>([
  'shipping',
  'free_shipping_threshold',
]);

// Begins where the spaces begin, because each later start would search the rest of them again.
const SPACES_BEFORE_NAME = /(?<!\s)\s+(?=\w+=)/g;

type OpenField =
  | {
      readonly of: 'item';
      readonly name: FeedField;
      /** Fields of Google's namespace take precedence over those of RSS and Atom. */
      readonly google: boolean;
    }
  | { readonly of: 'head'; readonly name: keyof FeedHead };

/** The URL in Atom's attribute, for links to the item itself; `undefined` in other feeds. */
const linkOf = ({ attributes }: SaxesTagPlain): string | null | undefined => {
  const { href, rel = 'alternate' } = attributes;
  if (href === undefined) return undefined;
  return rel === 'alternate' ? href : null;
};

const createForm = (head: FeedHead): ItemForm<OpenField, FeedItem> => {
  const googlePrefixes = new Set(['g']);
  let fields = new Map<FeedField, string>();
  let moreImages: string[] = [];

  return {
    openRoot({ attributes }) {
      for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('xmlns:') && value === GOOGLE_NAMESPACE)
          googlePrefixes.add(name.slice('xmlns:'.length));
      }
    },
    openInHead(tag, { prefix, local }) {
      if (prefix !== '' || (local !== 'title' && local !== 'link')) return null;
      if (head[local] !== null) return null;
      const link = local === 'link' ? linkOf(tag) : undefined;
      if (link === undefined) return { of: 'head', name: local };
      head.link = link;
      return null;
    },
    beginItem() {
      fields = new Map();
      moreImages = [];
    },
    openInItem(tag, { prefix, local }) {
      if (!isFeedField(local)) return null;
      const google = googlePrefixes.has(prefix);
      if (!google && prefix !== '') return null;
      const link = local === 'link' ? linkOf(tag) : undefined;
      if (link === undefined) return { of: 'item', name: local, google };
      if (link !== null && !fields.has('link')) fields.set('link', link);
      return null;
    },
    takesNested: (field) =>
      field.of === 'item' && (richFields.has(field.name) || structuredFields.has(field.name)),
    nestedText: (field, { local }) =>
      field.of === 'item' && structuredFields.has(field.name) ? `\n${local}=` : '',
    closeField(field, text) {
      if (field.of === 'head') head[field.name] ??= text.trim() || null;
      else if (text.trim() === '') return;
      else if (field.name === 'additional_image_link') moreImages.push(text);
      else if (structuredFields.has(field.name)) {
        // An element for each country or service.
        const lines = text
          .replace(SPACES_BEFORE_NAME, (spaces) => (spaces.includes('\n') ? '\n' : spaces))
          .trim();
        const before = fields.get(field.name) ?? '';
        fields.set(field.name, lines.includes('=') ? `${before}\n${lines}\n` : lines);
      } else if (field.google || !fields.has(field.name)) fields.set(field.name, text);
    },
    endItem: (row, tooLong) => ({
      row,
      fields,
      moreImages,
      surplusColumns: false,
      tooLong,
      cut: false,
    }),
  };
};

/** Parses RSS 2.0, RSS 1.0 and Atom 1.0 with Google's product attributes. */
export const createXmlItemParser = (head: FeedHead, limits: ImportLimits): ItemParser => {
  const reader = createXmlItemReader(createForm(head), limits);
  return {
    push: (text) => reader.push(text),
    end() {
      reader.end();
      return [];
    },
    hasEnd: true,
    get finished() {
      return reader.finished;
    },
  };
};
