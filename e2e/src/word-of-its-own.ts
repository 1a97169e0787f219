import { randomUUID } from 'node:crypto';

const LETTERS = 'абвгдежзклмнопрс';

/** A word so unlike any other that the search, which forgives typos, finds by it the one deal that bears it. */
export const wordOfItsOwn = (): string =>
  randomUUID()
    .replaceAll('-', '')
    .slice(0, 12)
    .replaceAll(/./g, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)));
