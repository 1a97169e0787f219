import { beforeAll, describe, expect, test } from 'vitest';
import { chooseLanguage, currentLanguage, loadArea } from '#core/language/language.ts';
import { searchOf, searchTerms, suggestedName } from './search-terms.ts';

beforeAll(() => Promise.all([chooseLanguage('en'), loadArea('deals')]));

describe('the search in a URL', () => {
  test('is all of it except the parameters of the display', () => {
    expect(searchOf('?q=bike&category=sports&sort=newest&view=list&save')).toBe(
      'q=bike&category=sports',
    );
    expect(searchOf('')).toBe('');
  });

  test('is described in words', () => {
    const search =
      'q=bike&category=sports&category=other&location=veliko-tarnovo&condition=like_new&minPrice=10&maxPrice=250.5&minDiscount=20&minRating=4.5&inStock=true';
    expect(searchTerms(search, currentLanguage())).toEqual([
      'bike',
      'Sports',
      'Other',
      'Like new',
      'Veliko tarnovo',
      '€10 – €250.50',
      '20% or more',
      '4.5 of 5 stars and up',
      'In stock only',
    ]);
    expect(searchTerms('minPrice=10', currentLanguage())).toEqual(['€10 and up']);
    expect(searchTerms('maxPrice=10', currentLanguage())).toEqual(['Up to €10']);
  });

  test('gives a name that the server accepts', () => {
    expect(suggestedName(`q=${'long '.repeat(40)}`, currentLanguage())).toHaveLength(100);
  });
});
