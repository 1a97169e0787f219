/** The fields of an RSS item or Atom entry that we use. */
export const entryFields = [
  'title',
  'link',
  'guid',
  'id',
  'pubDate',
  'published',
  'updated',
  'date',
  'creator',
  'description',
  'summary',
  'content',
  'encoded',
] as const;
export type EntryField = (typeof entryFields)[number];

/** The extension for fares: the elements `ft:type` and so on. */
const fareFields = [
  'type',
  'source',
  'destination',
  'price',
  'currency',
  'date',
  'carrier',
  'class',
  'board',
  'stars',
  'buy',
] as const;
export type FareField = (typeof fareFields)[number];

const entryNames: ReadonlySet<string> = new Set(entryFields);
const fareNames: ReadonlySet<string> = new Set(fareFields);

export const isEntryField = (name: string): name is EntryField => entryNames.has(name);
export const isFareField = (name: string): name is FareField => fareNames.has(name);

/** One post of a travel feed, texts as written. */
export interface TravelEntry {
  /** The post's number in the feed, from 1. */
  readonly row: number;
  /** A field, or all of them together, exceeds the limits. */
  readonly tooLong: boolean;
  readonly fields: ReadonlyMap<EntryField, string>;
  readonly fare: ReadonlyMap<FareField, string>;
  readonly categories: readonly string[];
  /** URLs of images, the post's own first. */
  readonly images: readonly string[];
}
