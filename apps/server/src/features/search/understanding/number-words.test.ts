import { expect, test, vi } from 'vitest';
import { writeAmounts } from './number-words.ts';

test.each([
  ['между сто двайсет хиляди и двеста хиляди евро', 'между 120000 и 200000 евро'],
  ['between twenty-five thousand and thirty thousand euros', 'between 25000 and 30000 euros'],
  ['между двайсет и пет хиляди и трийсет хиляди лева', 'между 25000 и 30000 лева'],
  ['между петстотин и две хиляди лева', 'между 500 и 2000 лева'],
  ['между хиляда и петстотин и две хиляди лева', 'между 1500 и 2000 лева'],
  ['между хиляда и двайсет и пет хиляди лева', 'между 1000 и 25000 лева'],
  ['между сто и двеста хиляди', 'между 100 и 200 хиляди'],
  ['от двайсет до двайсет и пет хиляди', 'от 20 до 25 хиляди'],
  ['between one hundred and two hundred thousand', 'between 100 and 200 thousand'],
  ['пет-шест хиляди', '5-6 хиляди'],
  ['от двайсет и пет хиляди', 'от 25000'],
  ['телевизор петдесет и пет инча', 'телевизор 55 инча'],
  ['четиресет и три инча', '43 инча'],
  ['шестнайсет гигабайта', '16 гигабайта'],
  ['fifty five inch tv', '55 inch tv'],
  ['апартамент с две стаи', 'апартамент с 2 стаи'],
  ['две маси', 'две маси'],
  // As deals say it, too.
  ['маса за десет души', 'маса за десет души'],
  ['„петдесет инча“', '„петдесет инча“'],
  ['„между сто и двеста хиляди“', '„между сто и двеста хиляди“'],
])('%s is written in digits', (typed, written) => {
  expect(writeAmounts(typed)).toBe(written);
});

test('a query without a number in words does not compile the long expressions', () => {
  const replace = vi.spyOn(String.prototype, 'replaceAll');
  expect(writeAmounts('дамски велосипед 28 инча')).toBe('дамски велосипед 28 инча');
  expect(replace).not.toHaveBeenCalled();
  replace.mockRestore();
});
