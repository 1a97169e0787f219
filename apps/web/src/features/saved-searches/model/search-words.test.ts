import { beforeAll, describe, expect, test } from 'vitest';
import { chooseLanguage, currentLanguage } from '#core/language/language.ts';
import { searchOf, searchWords, suggestedName } from './search-words.ts';

beforeAll(() => chooseLanguage('en'));

describe('what an address searches for', () => {
  test('is all of it but for how deals are shown', () => {
    expect(searchOf('?q=bike&category=sports&sort=newest&view=list&save')).toBe(
      'q=bike&category=sports',
    );
    expect(searchOf('')).toBe('');
  });

  test('is told in words', () => {
    const search =
      'q=bike&category=sports&category=other&location=veliko-tarnovo&condition=like_new&minPrice=10&maxPrice=250.5&minDiscount=20&minRating=4.5&inStock=true';
    expect(searchWords(search, currentLanguage())).toEqual([
      'bike',
      'Sports',
      'Other',
      'Like new',
      'Veliko tarnovo',
      '€10 – €250.50',
      '20% or more',
      '4.5★ and up',
      'In stock only',
    ]);
    expect(searchWords('minPrice=10', currentLanguage())).toEqual(['€10 and up']);
    expect(searchWords('maxPrice=10', currentLanguage())).toEqual(['Up to €10']);
  });

  test('gives a name that the server takes', () => {
    expect(suggestedName(`q=${'long '.repeat(40)}`, currentLanguage())).toHaveLength(100);
  });
});
