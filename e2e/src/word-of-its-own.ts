import { randomUUID } from 'node:crypto';

const LETTERS = 'абвгдежзклмнопрс';

/**
 * A word that differs enough from any other for the typo-tolerant search to find exactly one deal
 * by it.
 */
export const wordOfItsOwn = (): string =>
  randomUUID()
    .replaceAll('-', '')
    .slice(0, 12)
    .replaceAll(/./g, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)));
