/** What a message can be asked to have. */
export const searchParts = ['file', 'image', 'link'] as const;
export type SearchPart = (typeof searchParts)[number];

/** How a person names themselves in `from:`, in the languages of the product. */
export const SELF_NAMES: ReadonlySet<string> = new Set(['me', 'мен']);

/** A search for messages as a person writes it, such as `tent from:Maria has:file before:2026-11`. */
export interface SearchText {
  /** All that is no operator. */
  readonly words: string;
  /** Parts of names of senders, `me` for oneself; a message is from one of them. */
  readonly from: readonly string[];
  /** Parts of names of channels or people; a message is in one of them. */
  readonly in: readonly string[];
  /** All of which a message has. */
  readonly has: readonly SearchPart[];
  /** The earliest of the given days, as an ISO 8601 date: messages are older. */
  readonly before: string | null;
}

/** The operators, in the languages of the product. */
const operators = new Map([
  ['from', 'from'],
  ['от', 'from'],
  ['in', 'in'],
  ['в', 'in'],
  ['has', 'has'],
  ['има', 'has'],
  ['before', 'before'],
  ['преди', 'before'],
] as const);

const parts = new Map<string, SearchPart>([
  ['file', 'file'],
  ['файл', 'file'],
  ['image', 'image'],
  ['picture', 'image'],
  ['снимка', 'image'],
  ['link', 'link'],
  ['връзка', 'link'],
]);

/** A word, or an operator with a value that quotation marks may surround. */
const TOKEN = /(\p{L}+):("[^"]*"|\S+)|\S+/gu;

/** A year, a month or a day, as the day that it begins with; null for anything else. */
const dayOf = (value: string): string | null => {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value);
  if (match === null) return null;
  const day = `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`;
  const time = Date.parse(day);
  // The last day of a month is not checked by the pattern.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
};

const isOperator = (name: string): name is Parameters<typeof operators.get>[0] =>
  [...operators.keys()].some((key) => key === name);

/** Splits a search into words and operators. An operator without a valid value is read as a word. */
export const parseSearchText = (text: string): SearchText => {
  const words: string[] = [];
  const from: string[] = [];
  const channels: string[] = [];
  const has: SearchPart[] = [];
  const days: string[] = [];
  for (const [token, name = '', given = ''] of text.matchAll(TOKEN)) {
    const key = name.toLowerCase();
    const operator = isOperator(key) ? operators.get(key) : undefined;
    const value = given.replaceAll('"', '').replace(/^[@#]/, '').trim().toLowerCase();
    const part = operator === 'has' ? parts.get(value) : undefined;
    const day = operator === 'before' ? dayOf(value) : null;
    if (operator === 'from' && value !== '') from.push(value);
    else if (operator === 'in' && value !== '') channels.push(value);
    else if (part !== undefined) has.push(part);
    else if (day !== null) days.push(day);
    else words.push(token);
  }
  return { words: words.join(' '), from, in: channels, has, before: days.toSorted()[0] ?? null };
};
