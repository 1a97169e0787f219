import { parseSyntax, type QueryUnit } from './query-syntax.ts';
import { stopWords } from './replacements.ts';
import { yearsAsked, type AskedYears } from './years.ts';

const isOneOf = (words: ReadonlySet<string>, { quoted, lexemes }: QueryUnit): boolean =>
  !quoted && lexemes.length === 1 && lexemes.every(({ text }) => words.has(text));

const isStopWord = (unit: QueryUnit): boolean => isOneOf(stopWords, unit);

const particles: ReadonlySet<string> = new Set(['ли', 'ми', 'си']);

/** Whether a unit is a particle between others: at an end it is a name, as in „Брус Ли“ and „Ми Бенд“. */
const isParticle = (unit: QueryUnit, at: number, { length }: readonly QueryUnit[]): boolean =>
  at > 0 && at < length - 1 && isOneOf(particles, unit);

/** Words that only say what the value beside them is: „номер 42“, "size L", "16 GB RAM". */
const sizeWords: ReadonlySet<string> = new Set('размер номер size eu razmer nomer'.split(' '));
const memoryWords: ReadonlySet<string> = new Set('рам ram памет memory'.split(' '));

const clothingSize = /^(?:[xх]{0,4}[smlмлс])$/u;

const isMeasure = (unit: QueryUnit | undefined, ofMemory: boolean): boolean => {
  const [lexeme, ...others] = unit?.lexemes ?? [];
  if (lexeme === undefined) return false;
  if (ofMemory) return lexeme.unit === 'gb';
  return lexeme.kind === 'number' || (others.length === 0 && clothingSize.test(lexeme.text));
};

/** Whether a unit names something that has the memory: "RAM 8 GB" alone is what is looked for. */
const namesOwner = (unit: QueryUnit): boolean =>
  !isStopWord(unit) &&
  unit.lexemes.some(({ kind, text }) => kind === 'word' && !memoryWords.has(text));

/** Whether a unit only says what the one before or after it is. */
const saysSize = (units: readonly QueryUnit[], at: number): boolean => {
  const { quoted = true, lexemes = [] } = units[at] ?? {};
  const [{ text } = { text: '' }, ...others] = lexemes;
  const isMemory = memoryWords.has(text) && units.some(namesOwner);
  if (quoted || others.length > 0 || (!isMemory && !sizeWords.has(text))) return false;
  return isMeasure(units[at - 1], isMemory) || isMeasure(units[at + 1], isMemory);
};

const withoutStopWords = (units: readonly QueryUnit[]): readonly QueryUnit[] => {
  const significant = units.filter(
    (unit, at) => !isStopWord(unit) && !isParticle(unit, at, units) && !saysSize(units, at),
  );
  return significant.length > 0 ? significant : units;
};

/** The units with one in place of those that ask for years: „след 2015 година“. */
const joinYears = (
  units: readonly QueryUnit[],
  { start, end, years }: AskedYears,
): readonly QueryUnit[] => {
  const isInside = ({ quoted, lexemes: [first, ...others] }: QueryUnit): boolean =>
    !quoted && first !== undefined && first.start >= start && (others.at(-1) ?? first).end <= end;
  const at = units.findIndex(isInside);
  const [text = ''] = years;
  const joined = {
    quoted: false,
    lexemes: [{ kind: 'number', text, unit: null, years, start, end }],
  } as const;
  return at < 0 ? units : units.filter((unit) => !isInside(unit)).toSpliced(at, 0, joined);
};

/**
 * The alternatives of a query, each a list of the units that count. One of stop words alone says nothing
 * beside others: „лаптоп за училище, може и“.
 */
export const unitsOfText = (text: string): readonly (readonly QueryUnit[])[] => {
  const years = yearsAsked(text);
  const alternatives = parseSyntax(text).map((units) => years.reduce(joinYears, units));
  const significant = alternatives.filter((units) => !units.every(isStopWord));
  return (significant.length > 0 ? significant : alternatives).map(withoutStopWords);
};
