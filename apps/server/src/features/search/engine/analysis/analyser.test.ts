import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { districts } from '#features/locations/bulgarian-locations.ts';
import { analyse } from './analyser.ts';
import { prepare } from './characters.ts';
import { isProduct } from './concepts.ts';
import { locationsOfCountries } from './countries.ts';
import { scan } from './scanner.ts';
import { stemMark } from './types.ts';

const formsOf = (text: string): string[] => analyse(text).map(({ terms }) => terms[0]);

describe('words', () => {
  it('are read in a text of any length, whose room is not kept', () => {
    const { length } = prepare('a').codes;
    expect(formsOf(`${'x '.repeat(50_000)}велосипед`).at(-1)).toBe(formsOf('велосипед')[0]);
    expect(prepare('a').codes).toHaveLength(length);
  });

  it('are lower case and without accents, but й stays', () => {
    expect(formsOf('Café ЧАЙ Škoda')).toEqual(['cafe', 'чай', 'skoda']);
  });

  it('are the same composed and decomposed', () => {
    expect(formsOf('Трамвай'.normalize('NFD'))).toEqual(['трамвай']);
  });

  it('with mixed scripts are read in the script meant', () => {
    expect(formsOf('тeлефон iPhоne')).toEqual(['телефон', 'iphone']);
  });

  it('have positions from 0', () => {
    expect(analyse('едно, две; три').map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('of one lemma share a stem, names of one thing a concept', () => {
    const [plural, definite] = analyse('столове столът');
    expect(plural?.terms).toContain(`${stemMark}стол`);
    expect(definite?.terms).toContain(`${stemMark}стол`);
    const concepts = analyse('пералня washer').map(({ terms }) => terms.at(-1));
    expect(concepts[0]).toBe(concepts[1]);
    expect(analyse('washing machine')[0]?.terms).toContain(concepts[0]);
  });

  it('tied by a hyphen are indexed joined too', () => {
    expect(analyse('Wi-Fi рутер')[0]?.terms).toContain('wifi');
    expect(analyse("men's").at(0)?.terms).toContain('mens');
  });
});

describe('numbers', () => {
  it.each([
    ['256GB', '256gb'],
    ['256 гб', '256gb'],
    ['15"', '15in'],
    ['15 инча', '15in'],
    ['15-инчов', '15in'],
    ['65 кв.м', '65m2'],
    ['65 кв. м.', '65m2'],
    ['65м²', '65m2'],
    ['65 sqm', '65m2'],
    ['1,5л', '1.5l'],
    ['1.5 l', '1.5l'],
    ['12V', '12v'],
    ['4к', '4k'],
    ['150 к.с.', '150hp'],
    ['1,200 лв', '1200bgn'],
  ])('keep their unit: %s', (text, term) => {
    expect(formsOf(text)).toEqual([term]);
  });

  it('with a unit are also indexed without it', () => {
    expect(analyse('15,6"')[0]?.terms).toEqual(['15.6in', '15.6', '15in']);
  });

  it.each([
    ['2015 г.', ['2015', 'г']],
    ['12 в кутия', ['12', 'в', 'кутия']],
    ['MacBook 13 M2', ['macbook', '13m2']],
    ['2 in 1', ['2', 'in', '1']],
  ])('take no unit from ordinary words: %s', (text, forms) => {
    expect(formsOf(text)).toEqual(forms);
  });

  it('are separated from letters, so that models match with any spacing', () => {
    expect(formsOf('WH-1000XM5')).toEqual(formsOf('wh 1000 xm 5'));
    expect(formsOf('205/55R16')).toEqual(formsOf('205 55 r 16'));
    expect(formsOf('140x200')).toEqual(formsOf('140 х 200'));
  });
});

describe('any text', () => {
  it('is analysed without an error, into words in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const tokens = analyse(text);
        expect(tokens.map(({ position }) => position)).toEqual(tokens.map((_, index) => index));
        for (const { start, end } of scan(text)) expect(end).toBeGreaterThan(start);
      }),
    );
  });

  it('of letters gives words that do not change when analysed again', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcéüяжйщъьѝеАБВ')),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, (word) => {
        const once = formsOf(word);
        expect(formsOf(once.join(' '))).toEqual(once);
      }),
    );
  });
});

it('takes no place of one word for a product', () => {
  const towns = districts.flatMap(({ towns }) => towns);
  const locations = locationsOfCountries.flatMap(({ locations }) => locations.flat());
  const products = [...towns, ...locations].filter((location) => {
    const [token, ...others] = analyse(location);
    return others.length === 0 && token?.terms.some(isProduct) === true;
  });
  // Both a town and a novel.
  expect(products).toEqual(['Роман']);
});

it.each([
  ['hair dryer', 'tumble-dryer'],
  ['pressure cooker', 'cooker'],
])('takes a %s for no %s', (name, kind) => {
  const products = analyse(name).flatMap(({ terms }) => terms.filter(isProduct));
  expect(products.length).toBeGreaterThan(0);
  expect(products).not.toContain(`~=${kind}`);
});
