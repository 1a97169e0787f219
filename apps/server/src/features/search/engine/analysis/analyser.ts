import type { PreparedText } from './characters.ts';
import { isOtherProduct } from './concepts.ts';
import { beginsName, isBetweenNames, knownWords, listOfWord, withStem } from './known-words.ts';
import { visitLexemes, type Lexeme, type LexemeVisitor } from './scanner.ts';
import type { Token } from './types.ts';

type Terms = Token['terms'];

/** The rim of a tyre is named in inches: "R16". */
const isRim = (previous: string | undefined, number: string): boolean =>
  previous === 'r' && /^(?:1\d|2[0-4])$/u.test(number);

/** A number with a unit is also indexed without it; 15.6 inches also count as 15. */
const termsOfNumber = ({ text, unit }: Lexeme): Terms => {
  if (unit === null) return [text];
  const whole = text.indexOf('.');
  if (unit === 'in' && whole > 0) return [text + unit, text, text.slice(0, whole) + unit];
  return [text + unit, text];
};

const listOfNumber = (number: Lexeme, previous: string | undefined): number => {
  const { text, unit } = number;
  if (unit !== null) return knownWords.listOf(`${text} ${unit}`, () => termsOfNumber(number));
  if (isRim(previous, text)) return knownWords.listOf(`r ${text}`, () => [text, `${text}in`]);
  return knownWords.listOf(text, () => [text]);
};

const isHyphen = (character: string): boolean =>
  character === '-' || character === "'" || character === '’' || character === '‑';

/**
 * Takes the number of a list of terms and its position. Positions ascend, but a word has a second
 * list if it makes a name with the next one.
 */
type ListVisitor = (list: number, position: number) => void;

/** No word of `knownWords` has it. */
const NO_WORD = 0;

/** Reads the lists of terms of one text; reading uses it again, because a text has many words. */
class ListReader implements LexemeVisitor {
  #text = '';
  #visit: ListVisitor = () => {};
  #position = 0;
  /** The number of the last word that may begin a name, its position, and its end in the text. */
  #previous = NO_WORD;
  #previousPosition = 0;
  #previousEnd = 0;

  read(text: string, visit: ListVisitor): void {
    this.#text = text;
    this.#visit = visit;
    this.#position = 0;
    this.#previous = NO_WORD;
    visitLexemes(text, this);
  }

  number(prepared: PreparedText, number: Lexeme): void {
    const { text, unit, start, end } = number;
    const list = listOfNumber(number, knownWords.wordOf(this.#previous)?.text);
    this.#visit(list, this.#position);
    // "2 rooms" is a name; longer numbers begin none.
    const isShort = unit === null && text.length === 1;
    this.#next(isShort ? knownWords.numberOf(prepared, start, end, 0) : NO_WORD, end);
  }

  word(prepared: PreparedText, start: number, end: number, scripts: number): void {
    const word = knownWords.numberOf(prepared, start, end, scripts);
    const list = this.#mayBeName(start) ? this.#listAfterName(word, start) : listOfWord(word);
    this.#visit(list, this.#position);
    // „храна за кучета“ is a name as "dog food" is.
    if (isBetweenNames(word)) this.#position += 1;
    else this.#next(word, end);
  }

  #next(previous: number, end: number): void {
    this.#previous = previous;
    this.#previousPosition = this.#position;
    this.#previousEnd = end;
    this.#position += 1;
  }

  #mayBeName(start: number): boolean {
    return beginsName(this.#previous) || (this.#previous !== NO_WORD && this.#isTied(start));
  }

  /** Whether a hyphen or apostrophe ties the word at `start` to the one before. */
  #isTied(start: number): boolean {
    return start - this.#previousEnd === 1 && isHyphen(this.#text.charAt(this.#previousEnd));
  }

  /**
   * Visits further terms of the word before, made of both words: "Wi-Fi", "washing machine". Returns
   * the list of the second word, without its concept if the name is of another product: a "hair dryer"
   * is no dryer, but a "desk lamp" is a lamp, and „калъф за телефон“ is for a phone.
   */
  #listAfterName(number: number, start: number): number {
    const previous = knownWords.wordOf(this.#previous);
    const word = knownWords.wordOf(number);
    if (previous === null || word === null) return listOfWord(number);
    const position = this.#position - 1;
    const name = previous.pairs?.get(word.stem);
    if (name === undefined && this.#isTied(start)) {
      const joined = previous.text + word.text;
      this.#visit(
        knownWords.listOf(`-${joined}`, () => withStem(joined)),
        position,
      );
    }
    for (const term of [name, previous.locations?.get(word.stem)]) {
      if (term !== undefined)
        this.#visit(
          knownWords.listOf(term, () => [term]),
          position,
        );
    }
    const isRenamed =
      name !== undefined &&
      this.#previousPosition === position &&
      isOtherProduct(name, word.concept);
    return isRenamed ? knownWords.listOf(`${word.text} `, () => word.terms()) : listOfWord(number);
  }
}

const reader = new ListReader();

/** Calls `visit` for the lists of terms of a text in order. Their numbers are those of `knownWords`. */
export const visitLists = (text: string, visit: ListVisitor): void => {
  knownWords.bound();
  reader.read(text, visit);
};

/**
 * The words of a deal's text, in order. Case and accents are ignored; inflected forms share a stem,
 * synonyms a concept. Scripts are kept, because the query looks for the other script's spelling.
 */
export const analyse = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  visitLists(text, (list, position) => {
    const terms = knownWords.termsOf(list);
    const token = tokens[position];
    tokens[position] = {
      position,
      terms: token === undefined ? terms : [...token.terms, ...terms],
    };
  });
  return tokens;
};
