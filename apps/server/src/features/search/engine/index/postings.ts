import { ROW_RANGE } from './columns.ts';
import { bytesOfPairs } from './positions.ts';
import { codeOfFields, fieldsOfCode } from './posting.ts';
import { filled, sharedBytes, sharedWords } from './shared-memory.ts';
import { withRoom } from './with-room.ts';

/**
 * For every term the rows that contain it, and for each of these rows the set of fields with it.
 * Term number i of the segment has the postings from `starts[i]` to `starts[i + 1]`, packed from
 * `words[wordStarts[i]]` on; their positions begin at the pair of bits `positionStarts[i]`. These two
 * are in any order: see `renumber.ts`.
 *
 * The rows of a term are packed as Elias and Fano do. The low bits of each row and the code of its
 * set of fields (see `posting.ts`) have a fixed width and can be read at any index. The high bits
 * are written in unary: posting number i sets the bit at its high part plus i, so that the zeros
 * before it count its high part. A row thus takes about two bits more than the logarithm of its
 * distance to the next one, in rare terms as in frequent ones. First come, for long lists, the
 * numbers of postings before every group of words of the unary bits, so that a search can skip.
 */
export interface Postings {
  /** The number of rows of the segment, which decides how many bits of a row are low. */
  readonly rows: number;
  /** Numbers of the dictionary's terms, ascending. */
  readonly terms: Uint32Array;
  readonly starts: Uint32Array;
  readonly wordStarts: Uint32Array;
  /** By term, how many bits the codes of its sets of fields have. */
  readonly codeBits: Uint8Array;
  readonly words: Uint32Array;
  readonly positionStarts: Uint32Array;
  /** See `positions.ts`. */
  readonly positions: Uint8Array;
}

/** Greater than every row. */
export const END_OF_ROWS = ROW_RANGE;

const GROUP_BITS = 5;
const WORDS_OF_GROUP = 1 << GROUP_BITS;

/** One word more than the lists have, because a reader always reads two words at once. */
const PADDING = 1;
/** How many times as long the list of a writer becomes, because a large one takes much memory. */
const GROWTH = 1.5;

const bitsOf = (value: number): number => 32 - Math.clz32(value);

/** Where the parts of a list of postings are, relative to its first word. */
interface Shape {
  readonly lowBits: number;
  readonly unary: number;
  readonly fixed: number;
  readonly end: number;
  /** The width of a row's low bits and its code. */
  readonly width: number;
}

const shapeOf = (count: number, rows: number, codeBits: number): Shape => {
  const lowBits = Math.max(0, bitsOf(Math.floor(rows / count)) - 1);
  const unaryWords = (((rows - 1) >>> lowBits) + count + 31) >>> 5;
  const unary = (unaryWords - 1) >>> GROUP_BITS;
  const fixed = unary + unaryWords;
  const width = lowBits + codeBits;
  return { lowBits, unary, fixed, end: fixed + Math.ceil((count * width) / 32), width };
};

const maskOf = (bits: number): number => (1 << bits) - 1;

/** The number of postings of the segment's term number `at`. */
export const countPostings = ({ starts }: Postings, at: number): number =>
  (starts[at + 1] ?? 0) - (starts[at] ?? 0);

/** What a reader knows of a list of postings. */
interface PackedList {
  readonly count: number;
  readonly lowBits: number;
  readonly bitsOfCode: number;
  readonly width: number;
  /** The first word, that of the unary bits, and that of the fixed ones. */
  readonly start: number;
  readonly unary: number;
  readonly fixed: number;
}

/** The list of the segment's term number `at`. */
const listAt = (postings: Postings, at: number): PackedList => {
  const { rows, wordStarts, codeBits } = postings;
  const count = countPostings(postings, at);
  const bitsOfCode = codeBits[at] ?? 0;
  const { lowBits, unary, fixed, width } = shapeOf(count, rows, bitsOfCode);
  const start = wordStarts[at] ?? 0;
  return {
    count,
    lowBits,
    bitsOfCode,
    width,
    start,
    unary: start + unary,
    fixed: start + fixed,
  };
};

/** The number of set bits. */
const countBits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** Reads `mask`'s bits from a bit counted from word `start` on. */
const readBits = (words: Uint32Array, start: number, bit: number, mask: number): number => {
  const at = start + (bit >>> 5);
  const shift = bit & 31;
  return (((words[at] ?? 0) >>> shift) | (((words[at + 1] ?? 0) << 1) << (31 - shift))) & mask;
};

const writeBits = (words: Uint32Array, start: number, bit: number, value: number): void => {
  const at = start + (bit >>> 5);
  const shift = bit & 31;
  words[at] = (words[at] ?? 0) | (value << shift);
  words[at + 1] = (words[at + 1] ?? 0) | ((value >>> 1) >>> (31 - shift));
};

/** A copy of the first numbers in shared memory. */
const firstWords = (list: Uint32Array, length: number): Uint32Array =>
  filled(sharedWords(length), list.subarray(0, length));
const firstBytes = (list: Uint8Array, length: number): Uint8Array =>
  filled(sharedBytes(length), list.subarray(0, length));

/** How much a writer makes room for at once. */
export interface PackedSize {
  readonly terms: number;
  /** Grows if it is too low. */
  readonly words: number;
}

/** Packs the postings of a segment, term after term. */
export class PostingWriter {
  readonly #rows: number;
  readonly #terms: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #wordStarts: Uint32Array;
  readonly #codeBits: Uint8Array;
  readonly #positionStarts: Uint32Array;
  #termCount = 0;
  #words: Uint32Array;
  #used = 0;
  /** The postings of the current term. */
  readonly #termRows: Uint32Array;
  readonly #termCodes: Uint8Array;
  #count = 0;
  #highestCode = 0;

  constructor(rows: number, { terms, words }: PackedSize) {
    this.#rows = rows;
    this.#terms = new Uint32Array(terms);
    this.#starts = new Uint32Array(terms + 1);
    this.#wordStarts = new Uint32Array(terms + 1);
    this.#codeBits = new Uint8Array(terms);
    this.#positionStarts = new Uint32Array(terms + 1);
    this.#words = new Uint32Array(words + PADDING);
    this.#termRows = new Uint32Array(rows);
    this.#termCodes = new Uint8Array(rows);
  }

  /** Adds a posting to the current term; its rows ascend. */
  add(row: number, fields: number): void {
    const code = codeOfFields[fields] ?? 0;
    this.#termRows[this.#count] = row;
    this.#termCodes[this.#count] = code;
    this.#highestCode = Math.max(this.#highestCode, code);
    this.#count += 1;
  }

  /** Ends the current term, whose positions end at pair `positionsEnd`. Without postings it is left out. */
  endTerm(term: number, positionsEnd: number): void {
    if (this.#count === 0) return;
    const at = this.#termCount;
    this.#terms[at] = term;
    this.#codeBits[at] = bitsOf(this.#highestCode);
    this.#pack(bitsOf(this.#highestCode));
    this.#termCount += 1;
    this.#starts[at + 1] = (this.#starts[at] ?? 0) + this.#count;
    this.#wordStarts[at + 1] = this.#used;
    this.#positionStarts[at + 1] = positionsEnd;
    this.#count = 0;
    this.#highestCode = 0;
  }

  /** Copies the postings into shared memory. `positions` may have room left after the last term's. */
  finish(positions: Uint8Array): Postings {
    const count = this.#termCount;
    return {
      rows: this.#rows,
      terms: firstWords(this.#terms, count),
      starts: firstWords(this.#starts, count + 1),
      wordStarts: firstWords(this.#wordStarts, count + 1),
      codeBits: firstBytes(this.#codeBits, count),
      words: firstWords(this.#words, this.#used + PADDING),
      positionStarts: firstWords(this.#positionStarts, count + 1),
      positions: firstBytes(positions, bytesOfPairs(this.#positionStarts[count] ?? 0)),
    };
  }

  #pack(codeBits: number): void {
    const count = this.#count;
    const { lowBits, unary, fixed, end, width } = shapeOf(count, this.#rows, codeBits);
    const start = this.#used;
    this.#words = withRoom(this.#words, start + end + PADDING, GROWTH);
    const words = this.#words;
    let group = 0;
    for (let index = 0; index < count; index += 1) {
      const row = this.#termRows[index] ?? 0;
      const bit = (row >>> lowBits) + index;
      const word = bit >>> 5;
      for (; group < word >>> GROUP_BITS; group += 1) words[start + group] = index;
      words[start + unary + word] = (words[start + unary + word] ?? 0) | (1 << (bit & 31));
      const low = row & maskOf(lowBits);
      writeBits(
        words,
        start + fixed,
        index * width,
        (low << codeBits) | (this.#termCodes[index] ?? 0),
      );
    }
    for (; group < unary; group += 1) words[start + group] = count;
    this.#used = start + end;
  }
}

/** Reads all postings of a segment's term: its rows, and for each of them the score of its code. */
export const readPostings = (
  postings: Postings,
  at: number,
  rows: Uint32Array,
  scores: Int32Array,
  scoreOfCode: Int32Array,
): number => {
  const { words } = postings;
  const { count, lowBits, bitsOfCode, width, unary, fixed } = listAt(postings, at);
  const mask = maskOf(width);
  const codeMask = maskOf(bitsOfCode);
  let word = unary;
  // The high part of a bit in the word is this plus the number of the bit.
  let high = 0;
  let fixedWord = fixed;
  let fixedBits = (words[fixedWord] ?? 0) | 0;
  let shift = 0;
  for (let index = 0; index < count; word += 1) {
    for (let bits = (words[word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
      let value = fixedBits >>> shift;
      shift += width;
      if (shift >= 32) {
        shift -= 32;
        fixedWord += 1;
        fixedBits = (words[fixedWord] ?? 0) | 0;
        value |= (fixedBits << 1) << (width - shift - 1);
      }
      const bit = 31 - Math.clz32(bits & -bits);
      rows[index] = ((high + bit) << lowBits) | ((value & mask) >>> bitsOfCode);
      scores[index] = scoreOfCode[value & codeMask] ?? 0;
      index += 1;
      high -= 1;
    }
    high += 32;
  }
  return count;
};

/**
 * Raises the scores of the rows of a segment's term to those of their codes. The same loop as in
 * `readPostings`: to read the rows into a list first takes a sixth more of the time of a match.
 */
export const raiseScores = (
  postings: Postings,
  at: number,
  scores: Uint16Array,
  scoreOfCode: Int32Array,
): void => {
  const { words } = postings;
  const { count, lowBits, bitsOfCode, width, unary, fixed } = listAt(postings, at);
  const mask = maskOf(width);
  const codeMask = maskOf(bitsOfCode);
  let word = unary;
  let high = 0;
  let fixedWord = fixed;
  let fixedBits = (words[fixedWord] ?? 0) | 0;
  let shift = 0;
  for (let index = 0; index < count; word += 1) {
    for (let bits = (words[word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
      let value = fixedBits >>> shift;
      shift += width;
      if (shift >= 32) {
        shift -= 32;
        fixedWord += 1;
        fixedBits = (words[fixedWord] ?? 0) | 0;
        value |= (fixedBits << 1) << (width - shift - 1);
      }
      const bit = 31 - Math.clz32(bits & -bits);
      const row = ((high + bit) << lowBits) | ((value & mask) >>> bitsOfCode);
      const score = scoreOfCode[value & codeMask] ?? 0;
      if ((scores[row] ?? 0) < score) scores[row] = score;
      index += 1;
      high -= 1;
    }
    high += 32;
  }
};

/**
 * The same for those of some rows, ascending, that have the term. Passes over words of unary bits
 * before the next of these rows without reading them, and reads the low bits of a posting only if
 * its high bits are those of the row.
 */
export const raiseScoresOf = (
  wanted: Uint32Array,
  postings: Postings,
  at: number,
  scores: Uint16Array,
  scoreOfCode: Int32Array,
): void => {
  const { words } = postings;
  const { count, lowBits, bitsOfCode, width, unary, fixed } = listAt(postings, at);
  const mask = maskOf(width);
  const codeMask = maskOf(bitsOfCode);
  const lowMask = maskOf(lowBits);
  let word = unary;
  /** The bits of the word that are not passed over, and the number of the posting of the lowest one. */
  let bits = (words[word] ?? 0) | 0;
  let index = 0;
  // The high part of a bit is this plus the number of the bit.
  let high = 0;
  /** The high part after the word: no posting in it has a greater one. */
  let after = 32 - countBits(bits);
  for (let next = 0; next < wanted.length; next += 1) {
    const row = wanted[next] ?? 0;
    const wantedHigh = row >>> lowBits;
    for (;;) {
      if (after < wantedHigh || (bits === 0 && after === wantedHigh)) {
        index += countBits(bits);
        if (index >= count) return;
        high = after;
        word += 1;
        bits = (words[word] ?? 0) | 0;
        after = high + 32 - countBits(bits);
        continue;
      }
      if (bits === 0) break;
      const ofPosting = high + 31 - Math.clz32(bits & -bits);
      if (ofPosting > wantedHigh) break;
      if (ofPosting === wantedHigh) {
        const value = readBits(words, fixed, index * width, mask);
        const low = value >>> bitsOfCode;
        const wantedLow = row & lowMask;
        if (low > wantedLow) break;
        if (low === wantedLow) {
          const score = scoreOfCode[value & codeMask] ?? 0;
          if ((scores[row] ?? 0) < score) scores[row] = score;
        }
      }
      bits &= bits - 1;
      index += 1;
      high -= 1;
    }
  }
};

/** Walks over the postings of a term in the order of rows, and can skip some. */
export class PostingCursor {
  /** The row of the current posting; `END_OF_ROWS` after the last one. */
  row = 0;
  /** The code of its set of fields. */
  code = 0;
  readonly #words: Uint32Array;
  readonly #count: number;
  readonly #codeBits: number;
  readonly #lowBits: number;
  readonly #width: number;
  readonly #start: number;
  readonly #unary: number;
  readonly #fixed: number;
  /** The number of the current posting. */
  #index = -1;
  /** The word with its unary bit, and the bits of those after it. */
  #word: number;
  #bits: number;

  constructor(postings: Postings, at: number) {
    const { words } = postings;
    const list = listAt(postings, at);
    this.#words = words;
    this.#count = list.count;
    this.#codeBits = list.bitsOfCode;
    this.#lowBits = list.lowBits;
    this.#width = list.width;
    this.#start = list.start;
    this.#unary = list.unary;
    this.#fixed = list.fixed;
    this.#word = list.unary;
    this.#bits = words[list.unary] ?? 0;
    this.next();
  }

  /** The fields with the term, one bit each. */
  get fields(): number {
    return fieldsOfCode[this.code] ?? 0;
  }

  next(): void {
    this.#index += 1;
    if (this.#index >= this.#count) {
      this.row = END_OF_ROWS;
      return;
    }
    while (this.#bits === 0) {
      this.#word += 1;
      this.#bits = this.#words[this.#word] ?? 0;
    }
    const bit = 31 - Math.clz32(this.#bits & -this.#bits);
    this.#bits &= this.#bits - 1;
    const high = ((this.#word - this.#unary) << 5) + bit - this.#index;
    const value = readBits(
      this.#words,
      this.#fixed,
      this.#index * this.#width,
      maskOf(this.#width),
    );
    this.row = (high << this.#lowBits) | (value >>> this.#codeBits);
    this.code = value & maskOf(this.#codeBits);
  }

  /** Moves on to the first posting whose row is not below `row`. */
  seek(row: number): void {
    if (this.row >= row) return;
    const high = row >>> this.#lowBits;
    this.#skipGroups(high);
    let index = this.#index + 1;
    for (;;) {
      // The zeros up to the end of the word: no posting in it has a greater high part.
      const after = index + countBits(this.#bits);
      if (((this.#word + 1 - this.#unary) << 5) - after >= high) break;
      index = after;
      this.#word += 1;
      this.#bits = this.#words[this.#word] ?? 0;
    }
    this.#index = index - 1;
    do this.next();
    while (this.row < row);
  }

  /** Skips the groups of words whose postings all have a lower high part. */
  #skipGroups(high: number): void {
    const current = (this.#word - this.#unary) >>> GROUP_BITS;
    let low = current;
    let end = this.#unary - this.#start;
    while (low < end) {
      const group = (low + end + 1) >>> 1;
      if (group * WORDS_OF_GROUP * 32 - this.#before(group) < high) low = group;
      else end = group - 1;
    }
    if (low === current) return;
    this.#index = this.#before(low) - 1;
    this.#word = this.#unary + low * WORDS_OF_GROUP;
    this.#bits = this.#words[this.#word] ?? 0;
  }

  /** The number of postings before a group but the first. */
  #before(group: number): number {
    return this.#words[this.#start + group - 1] ?? 0;
  }
}
