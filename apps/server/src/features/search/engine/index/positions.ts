import { searchFields } from '../analysis/types.ts';
import { fieldOf, IN_CATEGORY, packPosition, positionOf } from './posting.ts';

/**
 * The list of the positions of a segment's terms has for each posting the fields with the term in the
 * order of `searchFields`, and for each of these its positions ascending; the posting holds the set
 * of fields. A position is a number of as many bits as almost all positions of its field need. The
 * two highest numbers are marks: one says that another position of the field comes after the next
 * one; the other one that the position is greater, by what follows in groups of 8 bits, low bits
 * first, of which the highest bit says that another group follows. Positions in the category's text
 * are not stored; see `category-positions.ts`.
 *
 * Everything has an even number of bits, so a position in the list is counted in pairs of bits.
 */
const pairsOfField = Uint8Array.from(searchFields, (name) => (name === 'description' ? 3 : 2));

const GROUP = 4;
const GROUP_VALUES = 127;
const GROUP_FOLLOWS = 128;
const GROUP_BITS = 7;

/** The largest number of bytes of one position: a mark, a number and three groups. */
export const MAX_POSITION_BYTES = 5;

/** One byte more than the list has, because a reader always reads two bytes at once. */
const PADDING = 1;

/** The number of bytes of a list that ends at a pair. */
export const bytesOfPairs = (end: number): number => Math.ceil(end / 4) + PADDING;

const anotherMark = (pairs: number): number => (1 << (pairs << 1)) - 1;
const greaterMark = (pairs: number): number => anotherMark(pairs) - 1;

/** Reads up to 4 pairs. */
const readPairs = (positions: Uint8Array, at: number, pairs: number): number => {
  const byte = at >>> 2;
  const bits = (positions[byte] ?? 0) | ((positions[byte + 1] ?? 0) << 8);
  return (bits >>> ((at & 3) << 1)) & anotherMark(pairs);
};

/** Writes a number over pairs that were 0. */
const writePairs = (positions: Uint8Array, at: number, value: number): void => {
  const byte = at >>> 2;
  const bits = value << ((at & 3) << 1);
  positions[byte] = (positions[byte] ?? 0) | bits;
  if (bits > 255) positions[byte + 1] = (positions[byte + 1] ?? 0) | (bits >>> 8);
};

/** Copies the pairs from `start` to `end` over pairs from `to` on that were 0. */
export const copyPairs = (
  from: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  to: number,
): void => {
  for (let at = start; at < end; at += GROUP) {
    writePairs(into, to + at - start, readPairs(from, at, Math.min(GROUP, end - at)));
  }
};

/**
 * Writes a position at pair `at` and returns the pair after it. `isLast` says that it is the last one
 * of its field.
 */
export const writePosition = (
  positions: Uint8Array,
  at: number,
  packed: number,
  isLast: boolean,
): number => {
  const position = positionOf(packed);
  const pairs = pairsOfField[fieldOf(packed)] ?? 0;
  const greater = greaterMark(pairs);
  let next = at;
  if (!isLast) {
    writePairs(positions, next, anotherMark(pairs));
    next += pairs;
  }
  writePairs(positions, next, Math.min(position, greater));
  next += pairs;
  if (position < greater) return next;
  let rest = position - greater;
  for (; rest > GROUP_VALUES; rest >>>= GROUP_BITS) {
    writePairs(positions, next, (rest & GROUP_VALUES) | GROUP_FOLLOWS);
    next += GROUP;
  }
  writePairs(positions, next, rest);
  return next + GROUP;
};

/** The pair after the groups at pair `at`. */
const skipGroups = (positions: Uint8Array, at: number): number => {
  let next = at;
  while (readPairs(positions, next, GROUP) >= GROUP_FOLLOWS) next += GROUP;
  return next + GROUP;
};

/** The number in the groups at pair `at`. */
const readGroups = (positions: Uint8Array, at: number): number => {
  let value = 0;
  const end = skipGroups(positions, at);
  for (let next = end - GROUP; next >= at; next -= GROUP) {
    value = (value << GROUP_BITS) | (readPairs(positions, next, GROUP) & GROUP_VALUES);
  }
  return value;
};

/** Reads a deal's stored positions in these fields from pair `at` and calls `visit` for each. */
export const readPositions = (
  positions: Uint8Array,
  at: number,
  fields: number,
  visit: (packed: number) => void,
): void => {
  let next = at;
  for (let left = fields & ~IN_CATEGORY; left > 0;) {
    const field = 31 - Math.clz32(left & -left);
    const pairs = pairsOfField[field] ?? 0;
    let number = readPairs(positions, next, pairs);
    next += pairs;
    if (number === anotherMark(pairs)) {
      number = readPairs(positions, next, pairs);
      next += pairs;
    } else left &= left - 1;
    let position = number;
    if (number === greaterMark(pairs)) {
      position += readGroups(positions, next);
      next = skipGroups(positions, next);
    }
    visit(packPosition(field, position));
  }
};

/**
 * The pair after a deal's positions in these fields, which begin at pair `at`. A call of
 * `readPositions` that ignores them takes up to twice the time, in phrases and merges.
 */
export const skipPositions = (positions: Uint8Array, at: number, fields: number): number => {
  let next = at;
  for (let left = fields & ~IN_CATEGORY; left > 0;) {
    const pairs = pairsOfField[31 - Math.clz32(left & -left)] ?? 0;
    let number = readPairs(positions, next, pairs);
    next += pairs;
    if (number === anotherMark(pairs)) {
      number = readPairs(positions, next, pairs);
      next += pairs;
    } else left &= left - 1;
    if (number === greaterMark(pairs)) next = skipGroups(positions, next);
  }
  return next;
};
