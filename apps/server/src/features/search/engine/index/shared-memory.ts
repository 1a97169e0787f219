/** Unsigned whole numbers of some width. */
export type AnyWidth = Uint8Array | Uint16Array | Uint32Array;

/** Zeros in memory that all threads can read: a message to a thread refers to it and copies nothing. */
export const sharedBytes = (length: number): Uint8Array =>
  new Uint8Array(new SharedArrayBuffer(length));
/** The same for numbers of two bytes. */
export const sharedPairs = (length: number): Uint16Array =>
  new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT));
/** The same for numbers of four bytes. */
export const sharedWords = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));

/** Copies numbers into a list that has room for them, and returns the list. */
export const filled = <List extends AnyWidth>(list: List, numbers: ArrayLike<number>): List => {
  list.set(numbers);
  return list;
};
