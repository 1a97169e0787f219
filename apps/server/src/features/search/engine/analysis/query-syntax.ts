import { MAX_QUERY_LENGTH } from '@izgodno/contract/search/filters';
import { conceptsFrom } from './concepts.ts';
import { isExcluding, joinsNames, scan, type Lexeme } from './scanner.ts';
import { stem } from './stem.ts';

/**
 * The text between two spaces, or in quotes. Offsets are into the whole query. Several lexemes are
 * adjacent: a phrase, a model code, a hyphened word.
 */
export interface QueryUnit {
  readonly quoted: boolean;
  readonly lexemes: readonly Lexeme[];
}

const quotedText = /(?<=^|[\s,])["„“”«]([^"„“”«»]*)["“”»](?=$|[\s,])/u;
/** Between digits a comma is a decimal separator. */
const separatingComma = /,(?!\d)|(?<!\d),/u;
const markup = new RegExp(`${quotedText.source}|${separatingComma.source}`, 'gu');

/**
 * `256-gb`, `wi-fi`, `l'oreal`, `205/55`, `booking.com`: one character that ties its neighbours.
 */
const tie = /^[-'’‐‑./+_]$/u;

/**
 * Words of a phrase that are looked for, because its cost grows with them: the beginning of a title
 * finds the deal.
 */
const MAX_PHRASE_WORDS = 16;

const scanAt = (text: string, offset: number): Lexeme[] =>
  scan(text).map(({ kind, text, unit, start, end }) => ({
    kind,
    text,
    unit,
    start: start + offset,
    end: end + offset,
  }));

const unitOf = (lexemes: readonly Lexeme[], quoted: boolean): QueryUnit => ({
  quoted,
  lexemes: lexemes.slice(0, MAX_PHRASE_WORDS),
});

const isTied = (query: string, previous: Lexeme, next: Lexeme): boolean => {
  const between = query.slice(previous.end, next.start);
  if (between === '') return true;
  if (!tie.test(between)) return false;
  // "лаптоп/таблет" are two words, "205/55" is one thing.
  return between !== '/' || (previous.kind === 'number' && next.kind === 'number');
};

const isJoining = ([word, ...others]: readonly Lexeme[]): boolean =>
  word !== undefined && others.length === 0 && joinsNames(word.text);

/** The stem of a word or number by itself, or of a word that is tied to a number: "ps5". */
const stemOf = ([word, ...others]: readonly Lexeme[]): string | null => {
  if (word === undefined || word.unit !== null) return null;
  const isModel = word.kind === 'word' && others.every(({ kind }) => kind === 'number');
  return others.length === 0 || isModel ? stem(word.text) : null;
};

const isSecond = (group: readonly Lexeme[] = [], seconds: ReadonlyMap<string, string>): boolean =>
  seconds.has(stemOf(group) ?? '');

const excludes = ([word, ...others]: readonly Lexeme[]): boolean =>
  word !== undefined && others.length === 0 && isExcluding(word.text);

/** Whether a unit says what a product lacks: „без торба“. */
export const saysLack = ({ quoted, lexemes: [first, ...others] }: QueryUnit): boolean =>
  !quoted && others.length > 0 && first !== undefined && isExcluding(first.text);

/** Puts "without" and what follows it into one unit, because deals with a bag are not without one. */
const joinLacks = (groups: readonly Lexeme[][]): Lexeme[][] => {
  const joined: Lexeme[][] = [];
  for (const [at, group] of groups.entries()) {
    if (at > 0 && excludes(groups[at - 1] ?? [])) joined.at(-1)?.push(...group);
    else joined.push([...group]);
  }
  return joined;
};

/** Puts the words of a two-word name ("washing machine") into one unit. */
const joinNames = (groups: readonly Lexeme[][]): Lexeme[][] => {
  const joined: Lexeme[][] = [];
  let open: ReadonlyMap<string, string> | undefined;
  for (const [at, group] of groups.entries()) {
    const [word, ...others] = group;
    if (open !== undefined && isJoining(group) && isSecond(groups[at + 1], open)) continue;
    if (word !== undefined && open !== undefined && isSecond(group, open)) {
      joined.at(-1)?.push(word);
      if (others.length > 0) joined.push(others);
      open = undefined;
    } else {
      joined.push([...group]);
      const first = others.length === 0 ? stemOf(group) : null;
      open = first === null ? undefined : conceptsFrom(first);
    }
  }
  return joined;
};

const unitsOf = (query: string, start: number, end: number): QueryUnit[] => {
  const groups: Lexeme[][] = [];
  for (const lexeme of scanAt(query.slice(start, end), start)) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group !== undefined && previous !== undefined && isTied(query, previous, lexeme)) {
      group.push(lexeme);
    } else {
      groups.push([lexeme]);
    }
  }
  return joinNames(joinLacks(groups)).map((lexemes) => unitOf(lexemes, false));
};

/** Truncates a query, because its cost grows with its words. */
export const boundedQuery = (query: string): string => query.slice(0, MAX_QUERY_LENGTH);

/** Whether a text has a word or number to search for: "!" has none. */
export const hasWords = (query: string): boolean => scan(boundedQuery(query)).length > 0;

/** The comma-separated alternatives of a query, each a list of units; empty ones are left out. */
export const parseSyntax = (query: string): readonly (readonly QueryUnit[])[] => {
  const alternatives: QueryUnit[][] = [[]];
  let start = 0;
  const closeBefore = (end: number): void => {
    alternatives.at(-1)?.push(...unitsOf(query, start, end));
  };
  for (const match of query.matchAll(markup)) {
    closeBefore(match.index);
    start = match.index + match[0].length;
    const [whole, quoted] = match;
    if (quoted === undefined) alternatives.push([]);
    else {
      const lexemes = scanAt(quoted, match.index + whole.indexOf(quoted, 1));
      if (lexemes.length > 0) alternatives.at(-1)?.push(unitOf(lexemes, true));
    }
  }
  closeBefore(query.length);
  return alternatives.filter((units) => units.length > 0);
};
