import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOtherLayouts } from './keyboard-layouts.ts';
import { mostTransliterations, toCyrillic, toLatin } from './transliteration.ts';

const texts = (spellings: readonly { readonly text: string }[]): string[] =>
  spellings.map(({ text }) => text);

describe('transliteration', () => {
  it.each([
    ['kashta', 'къща'],
    ['kushta', 'къща'],
    ['kyshta', 'къща'],
    ['qke', 'яке'],
    ['yake', 'яке'],
    ['4anta', 'чанта'],
    ['6kaf', 'шкаф'],
    ['ka6on', 'кашон'],
    ['kolelo', 'колело'],
    ['jaluzi', 'жалузи'],
    ['curkva', 'църква'],
    ['ekskurziya', 'екскурзия'],
    ['ekskurzia', 'екскурзия'],
    ['bulgariq', 'българия'],
    ['shofyor', 'шофьор'],
  ])('reads %s as %s', (latin, cyrillic) => {
    expect(texts(toCyrillic(latin))).toContain(cyrillic);
  });

  it.each([
    ['самсунг', 'samsung'],
    ['сони', 'sony'],
    ['канон', 'canon'],
    ['филипс', 'philips'],
    ['бош', 'bosch'],
    ['бмв', 'bmw'],
    ['макбук', 'macbook'],
    ['айфон', 'iphone'],
    ['фолксваген', 'volkswagen'],
  ])('knows %s as %s', (cyrillic, latin) => {
    expect(texts(toLatin(cyrillic))).toContain(latin);
  });

  it('leads back from the official Romanisation', () => {
    // Letters whose Romanisation together cannot be read another way.
    const letters = fc.constantFrom(...Array.from('бвгдежзиклмнопрстуф'));
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 10 }), (word) => {
        const [official] = toLatin(word);
        expect(official?.cost).toBe(0);
        expect(texts(toCyrillic(official?.text ?? ''))).toContain(word);
      }),
    );
  });

  it('is bounded for any word, the likeliest first', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('aicksuyjq46')), maxLength: 40 }),
        (word) => {
          const spellings = toCyrillic(word);
          expect(spellings.length).toBeLessThanOrEqual(mostTransliterations);
          const costs = spellings.map(({ cost }) => cost);
          expect(costs).toEqual([...costs].sort((a, b) => a - b));
        },
      ),
    );
  });
});

describe('keyboard layouts', () => {
  it.each([
    ['.dmjfm', 'лаптоп'],
    ['вьзшдз', 'laptop'],
    ['`anta', 'чанта'],
    ['геьазгдхея', 'headphones'],
  ])('%s was meant as %s', (typed, meant) => {
    expect(inOtherLayouts(typed)).toContain(meant);
  });
});
