import { prepare } from './characters.ts';
import { isOtherProduct } from './concepts.ts';
import { isBetweenNames, knownWords, listOfWord, isPossibleName, withStem } from './known-words.ts';
import { isNumber, visitLexemes } from './scanner.ts';

/** The rim of a tyre is named in inches: "R16". */
const isRim = (number: string): boolean => /^(?:1\d|2[0-4])$/u.test(number);
const RIM_DIGITS = 2;

const isHyphen = (character: string): boolean =>
  character === '-' ||
  character === "'" ||
  character === '’' ||
  character === '‐' ||
  character === '‑';

/** No word of `knownWords` has it. */
const NO_WORD = 0;

const FIRST_ROOM = 64;

const twice = (list: Int32Array): Int32Array => {
  const larger = new Int32Array(list.length * 2);
  larger.set(list);
  return larger;
};

/**
 * The words of a text and the lists of terms that it is indexed under, by the numbers of `knownWords`.
 * It is of use until these are evicted or it reads another text.
 */
export class TextReading {
  /** As it is given. */
  typed = '';
  /** Prepared: what is prepared may be longer, and the words are where they are in this one. */
  text = '';
  /** How many words and numbers there are. */
  length = 0;
  /** By word, where it is in the text, the bit set of its characters' kinds, and its number. */
  starts: Int32Array = new Int32Array(FIRST_ROOM);
  ends: Int32Array = new Int32Array(FIRST_ROOM);
  characterKinds: Int32Array = new Int32Array(FIRST_ROOM);
  numbers: Int32Array = new Int32Array(FIRST_ROOM);
  /** The lists of terms in order, and the position of each. A word has a further one in a name. */
  listCount = 0;
  lists: Int32Array = new Int32Array(FIRST_ROOM);
  positions: Int32Array = new Int32Array(FIRST_ROOM);
  /** How many words and lists are in the part of the text before `partEnd`; see `read`. */
  partLength = 0;
  partListCount = 0;
  partEnd = 0;
  /** The last word that may begin a name, and its position. */
  #previous = NO_WORD;
  #previousAt = 0;

  /**
   * Reads a text. `partEnd` is where a part of it ends, before a space. The part alone has the words and
   * lists before there, unless `partLength` is -1: a unit is behind it, or it needs preparation.
   */
  read(text: string, partEnd = text.length): this {
    const prepared = prepare(text);
    this.typed = text;
    this.text = prepared.text;
    this.partEnd = partEnd;
    this.length = 0;
    visitLexemes(prepared, this.#addWord);
    knownWords.findAll(prepared, this, this.numbers);
    if (partEnd === text.length) this.partLength = this.length;
    else this.partLength = this.text === text ? this.#countBefore(partEnd) : -1;
    this.#findLists();
    return this;
  }

  readonly #addWord = (start: number, end: number, characterKinds: number): void => {
    const at = this.length;
    if (at === this.starts.length) this.#makeRoomForWords();
    this.starts[at] = start;
    this.ends[at] = end;
    this.characterKinds[at] = characterKinds;
    this.length = at + 1;
  };

  #makeRoomForWords(): void {
    this.starts = twice(this.starts);
    this.ends = twice(this.ends);
    this.characterKinds = twice(this.characterKinds);
    this.numbers = twice(this.numbers);
  }

  /** -1 if a number is before `end` and its unit is after it. */
  #countBefore(end: number): number {
    let count = this.length;
    while (count > 0 && (this.starts[count - 1] ?? 0) >= end) count -= 1;
    return count > 0 && (this.ends[count - 1] ?? 0) > end ? -1 : count;
  }

  #findLists(): void {
    this.listCount = 0;
    this.#previous = NO_WORD;
    for (let at = 0; at < this.length; at += 1) {
      if (at === this.partLength) this.partListCount = this.listCount;
      const number = this.numbers[at] ?? NO_WORD;
      if (isNumber(this.characterKinds[at] ?? 0)) this.#addNumber(number, at);
      else this.#addListsOf(number, at);
    }
    if (this.length === this.partLength) this.partListCount = this.listCount;
  }

  #addNumber(number: number, at: number): void {
    const digits = (this.ends[at] ?? 0) - (this.starts[at] ?? 0);
    this.#addList(digits === RIM_DIGITS ? this.#listOfRim(number) : listOfWord(number), at);
    // "2 rooms" is a name; longer numbers begin none.
    this.#previous = digits === 1 ? number : NO_WORD;
    this.#previousAt = at;
  }

  /** The list of a number, which is that of a rim after an R. */
  #listOfRim(number: number): number {
    if (knownWords.wordOf(this.#previous)?.text !== 'r') return listOfWord(number);
    const text = knownWords.wordOf(number)?.text ?? '';
    if (!isRim(text)) return listOfWord(number);
    return knownWords.listOf(`r ${text}`, () => [text, `${text}in`]);
  }

  #addListsOf(number: number, at: number): void {
    const isPair =
      this.#previous !== NO_WORD && (isPossibleName(this.#previous, number) || this.#isTied(at));
    this.#addList(isPair ? this.#listAfterName(number, at) : listOfWord(number), at);
    // „храна за кучета“ is a name as "dog food" is.
    if (isBetweenNames(number)) return;
    this.#previous = number;
    this.#previousAt = at;
  }

  /** Whether a hyphen or apostrophe ties a word to the one before. */
  #isTied(at: number): boolean {
    const end = this.ends[this.#previousAt] ?? 0;
    return (this.starts[at] ?? 0) - end === 1 && isHyphen(this.text.charAt(end));
  }

  /**
   * Adds further lists of the word before, made of both words: "Wi-Fi", "washing machine". Returns
   * the list of the second word, without its concept if the name is of another product: a "hair dryer"
   * is no dryer, but a "desk lamp" is a lamp, and „калъф за телефон“ is for a phone.
   */
  #listAfterName(number: number, at: number): number {
    const previous = knownWords.wordOf(this.#previous);
    const word = knownWords.wordOf(number);
    if (previous === null || word === null) return listOfWord(number);
    const name = previous.pairs?.get(word.stem);
    if (name === undefined && this.#isTied(at)) {
      const joined = previous.text + word.text;
      this.#addList(
        knownWords.listOf(`-${joined}`, () => withStem(joined)),
        at - 1,
      );
    }
    for (const term of [name, previous.locations?.get(word.stem)]) {
      if (term !== undefined)
        this.#addList(
          knownWords.listOf(term, () => [term]),
          at - 1,
        );
    }
    const isRenamed =
      name !== undefined && this.#previousAt === at - 1 && isOtherProduct(name, word.concept);
    return isRenamed ? knownWords.listOf(`${word.text} `, () => word.terms()) : listOfWord(number);
  }

  #addList(list: number, position: number): void {
    if (this.listCount === this.lists.length) {
      this.lists = twice(this.lists);
      this.positions = twice(this.positions);
    }
    this.lists[this.listCount] = list;
    this.positions[this.listCount] = position;
    this.listCount += 1;
  }
}
