import type { SaxesTagPlain } from 'saxes';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { createXmlItemReader, type ItemForm, type XmlItemReader } from '../records/xml-items.ts';
import {
  isEntryField,
  isFareField,
  type EntryField,
  type FareField,
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
    endItem: (row) => ({ row, ...entry }),
  };
};

export interface EntryParser extends XmlItemReader<TravelEntry> {
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
