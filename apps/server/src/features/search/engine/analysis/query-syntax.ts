import { MAX_QUERY_LENGTH } from '@izgodno/contract/search/filters';
import { areUnlike, conceptOfPair, isFor } from './concepts.ts';
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

/** Whether digits may be typed in place of Cyrillic letters: "4ehal". */
export const hasDigitsAsLetters = (typed: string): boolean =>
  /^[a-z46]*[46][a-z46]*$/u.test(typed) && /[a-z]{2}/u.test(typed);

/** Joins the parts of a word with digits in place of letters, because it may be part of a name. */
const asOneWord = (group: readonly Lexeme[], query: string): readonly Lexeme[] => {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined || first === last) return group;
  const { start } = first;
  const { end } = last;
  const text = query.slice(start, end).toLowerCase();
  return hasDigitsAsLetters(text) ? [{ kind: 'word', text, unit: null, start, end }] : group;
};

/** The concept of a name of two words. */
const nameOf = (first: readonly Lexeme[], second: readonly Lexeme[]): string | undefined =>
  first.length === 1 ? conceptOfPair(stemOf(first) ?? '', stemOf(second) ?? '') : undefined;

const isName = (first: readonly Lexeme[], second: readonly Lexeme[]): boolean =>
  nameOf(first, second) !== undefined;

/** The words after what joins them to another word: „хранене“ of „столче за хранене“. */
const joinedTo = (groups: readonly (readonly Lexeme[])[], at: number): readonly Lexeme[] =>
  isJoining(groups[at + 1] ?? []) ? (groups[at + 2] ?? []) : [];

/** Whether the second word of a name is of another one with what it is for: „детско столче за хранене“. */
const isOfOtherName = (
  first: readonly Lexeme[],
  second: readonly Lexeme[],
  purpose: readonly Lexeme[],
): boolean => {
  const name = nameOf(first, second);
  if (name === undefined || isFor(name, stemOf(purpose) ?? '')) return false;
  return areUnlike(name, nameOf(second, purpose));
};

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
const joinNames = (groups: readonly Lexeme[][], query: string): Lexeme[][] => {
  const joined: Lexeme[][] = [];
  const words = groups.map((group) => asOneWord(group, query));
  let open: readonly Lexeme[] = [];
  for (const [at, group] of groups.entries()) {
    const [word, ...others] = words[at] ?? [];
    if (isJoining(group) && isName(open, words[at + 1] ?? [])) continue;
    const isWhole = (group: readonly Lexeme[]): boolean =>
      isName(open, group) && !isOfOtherName(open, group, joinedTo(words, at));
    if (word !== undefined && isWhole(words[at] ?? [])) {
      joined.splice(-1, 1, [...open, word]);
      if (others.length > 0) joined.push(others);
      open = [];
    } else {
      joined.push([...group]);
      open = words[at] ?? [];
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
  return joinNames(joinLacks(groups), query).map((lexemes) => unitOf(lexemes, false));
};

/** Truncates a query, because its cost grows with its words. */
export const boundedQuery = (query: string): string => query.slice(0, MAX_QUERY_LENGTH);

/** Whether a text has a word or number to search for: "!" has none. */
export const hasWords = (query: string): boolean => scan(boundedQuery(query)).length > 0;

/** The texts of the alternatives of a query without quotes. */
export const alternativeTexts = (query: string): readonly string[] => query.split(separatingComma);

/** The text with spaces for the commas that separate alternatives. */
export const asSentence = (query: string): string =>
  query.replaceAll(new RegExp(separatingComma.source, 'gu'), ' ');

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
