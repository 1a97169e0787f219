/**
 * The places of a term in one deal as bytes: a number of 7 bits a byte, low bits first, for each
 * place. Its lowest bit marks the last place of the deal, the next three are the field's number in
 * `searchFields`, the rest is the position within the field.
 */
const FIELD_BITS = 3;

/** Field and position in one number; neighbouring positions of a field differ by `NEXT_POSITION`. */
export const placeOf = (field: number, position: number): number =>
  (position << FIELD_BITS) | field;
export const NEXT_POSITION = 1 << FIELD_BITS;
export const fieldOf = (place: number): number => place & (NEXT_POSITION - 1);

/** Positions beyond this are left out: a text of that many words is not searched for phrases. */
export const MAX_POSITION = (1 << 16) - 1;

/** Bytes that one place takes at most. */
export const MAX_PLACE_BYTES = 3;

/** Writes a place at byte `at` and returns the byte after it. */
export const writePlace = (bytes: Uint8Array, at: number, place: number, last: boolean): number => {
  let rest = (place << 1) | (last ? 1 : 0);
  let next = at;
  while (rest > 0x7f) {
    bytes[next] = (rest & 0x7f) | 0x80;
    next += 1;
    rest >>>= 7;
  }
  bytes[next] = rest;
  return next + 1;
};

/** Reads the places of one deal from byte `at`, tells each to `visit`, and returns the byte after. */
export const readPlaces = (
  bytes: Uint8Array,
  at: number,
  visit: (place: number) => void,
): number => {
  let next = at;
  for (;;) {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[next] ?? 0;
      next += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    visit(value >>> 1);
    if ((value & 1) === 1) return next;
  }
};

/** The byte after the places of the deal whose places begin at byte `at`. */
export const skipPlaces = (bytes: Uint8Array, at: number): number => {
  let next = at;
  for (;;) {
    const last = ((bytes[next] ?? 1) & 1) === 1;
    while ((bytes[next] ?? 0) > 0x7f) next += 1;
    next += 1;
    if (last) return next;
  }
};
