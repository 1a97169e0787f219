import { expect, test } from 'vitest';
import { writeAmounts } from './number-words.ts';

test.each([
  ['между сто двайсет хиляди и двеста хиляди евро', 'между 120000 и 200000 евро'],
  ['between twenty-five thousand and thirty thousand euros', 'between 25000 and 30000 euros'],
  ['между двайсет и пет хиляди и трийсет хиляди лева', 'между 25000 и 30000 лева'],
  ['между петстотин и две хиляди лева', 'между 500 и 2000 лева'],
  ['между хиляда и петстотин и две хиляди лева', 'между 1500 и 2000 лева'],
  ['между хиляда и двайсет и пет хиляди лева', 'между 1000 и 25000 лева'],
])('%s is written in digits', (typed, written) => {
  expect(writeAmounts(typed)).toBe(written);
});
