import { randomInt } from 'node:crypto';
import { foldedCode } from './characters.ts';

/**
 * Multiplies the hash of the letters so far. It is random, because a feed of words with equal hashes
 * would make each lookup read all of them.
 */
const MULTIPLIER = randomInt(1 << 29) * 8 + 5;

const FIRST_SLOTS = 1 << 12;
/** A record has its hash, its value and its number of letters, then the letters, two in a number. */
const VALUE = 1;
const LENGTH = 2;
const LETTERS = 3;

const sizeOf = (length: number): number => LETTERS + ((length + 1) >>> 1);

const hashOf = (codes: Uint16Array, start: number, end: number): number => {
  let hash = 0;
  for (let at = start; at < end; at += 1) {
    hash = (Math.imul(hash, MULTIPLIER) + foldedCode(codes[at] ?? 0)) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x9e37_79b1);
  return hash ^ (hash >>> 15);
};

/** Where the words of a text are in its code units, and how many there are. */
export interface WordPositions {
  readonly length: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Holds a number for each word, by its letters in lower case without accents. It reads the letters
 * where they are in a text, and keeps what it compares and finds side by side, because making a string
 * of each word and looking it up among 100,000 others took most of the time of building an index.
 */
export class WordTable {
  /** By hash, where the record of a word is, by open addressing at most half full. 0 is no record. */
  #slots = new Int32Array(FIRST_SLOTS);
  #records = new Int32Array(FIRST_SLOTS);
  #letters = new Uint16Array(this.#records.buffer);
  #end = 1;
  #size = 0;
  /** Of the words that are being looked up. */
  #hashes = new Int32Array(0);

  /** How much its records take. */
  get length(): number {
    return this.#end;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#end = 1;
    this.#size = 0;
  }

  /** The record of the word from `start` to `end` of the code units; a new one has the value 0. */
  find(codes: Uint16Array, start: number, end: number): number {
    return this.#find(hashOf(codes, start, end), codes, start, end);
  }

  /**
   * Writes the record of each word into `found`. It does one thing to all words before the next one,
   * because the processor waits for the memory of several words at once then.
   */
  findAll(codes: Uint16Array, { length, starts, ends }: WordPositions, found: Int32Array): void {
    if (this.#hashes.length < length) this.#hashes = new Int32Array(found.length);
    const hashes = this.#hashes;
    for (let at = 0; at < length; at += 1)
      hashes[at] = hashOf(codes, starts[at] ?? 0, ends[at] ?? 0);
    const mask = this.#slots.length - 1;
    for (let at = 0; at < length; at += 1) found[at] = this.#slots[(hashes[at] ?? 0) & mask] ?? 0;
    for (let at = 0; at < length; at += 1) {
      if (this.#records[found[at] ?? 0] !== hashes[at]) found[at] = 0;
    }
    for (let at = 0; at < length; at += 1) {
      const [record, start, end] = [found[at] ?? 0, starts[at] ?? 0, ends[at] ?? 0];
      if (record === 0 || !this.#hasLetters(record, codes, start, end))
        found[at] = this.#find(hashes[at] ?? 0, codes, start, end);
    }
  }

  valueOf(record: number): number {
    return this.#records[record + VALUE] ?? 0;
  }

  setValue(record: number, value: number): void {
    this.#records[record + VALUE] = value;
  }

  #find(hash: number, codes: Uint16Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const record = this.#slots[slot] ?? 0;
      if (record === 0) {
        this.#slots[slot] = this.#end;
        return this.#add(hash, codes, start, end);
      }
      if (this.#records[record] === hash && this.#hasLetters(record, codes, start, end))
        return record;
    }
  }

  #hasLetters(record: number, codes: Uint16Array, start: number, end: number): boolean {
    if (this.#records[record + LENGTH] !== end - start) return false;
    let letter = (record + LETTERS) * 2;
    for (let at = start; at < end; at += 1) {
      if (this.#letters[letter] !== foldedCode(codes[at] ?? 0)) return false;
      letter += 1;
    }
    return true;
  }

  #add(hash: number, codes: Uint16Array, start: number, end: number): number {
    const record = this.#end;
    this.#end += sizeOf(end - start);
    while (this.#end > this.#records.length) this.#makeRoom();
    this.#records[record] = hash;
    this.#records[record + VALUE] = 0;
    this.#records[record + LENGTH] = end - start;
    let letter = (record + LETTERS) * 2;
    for (let at = start; at < end; at += 1) {
      this.#letters[letter] = foldedCode(codes[at] ?? 0);
      letter += 1;
    }
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#addSlots();
    return record;
  }

  #makeRoom(): void {
    const larger = new Int32Array(this.#records.length * 2);
    larger.set(this.#records);
    this.#records = larger;
    this.#letters = new Uint16Array(larger.buffer);
  }

  #addSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    let record = 1;
    while (record < this.#end) {
      let slot = (this.#records[record] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = record;
      record += sizeOf(this.#records[record + LENGTH] ?? 0);
    }
  }
}
