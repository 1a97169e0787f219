import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inOtherScript,
  inOtherScriptWithStem,
  mostTransliterations,
  toCyrillic,
  toLatin,
} from './transliteration.ts';

const texts = (spellings: readonly { readonly text: string }[]): string[] =>
  spellings.map(({ text }) => text);

describe('transliteration', () => {
  // One word for every letter and habit that the others do not cover, so that each rule is tested.
  it.each([
    ['kashta', 'къща'],
    ['kushta', 'къща'],
    ['kyshta', 'къща'],
    ['qke', 'яке'],
    ['yake', 'яке'],
    ['qatar', 'катар'],
    ['chanta', 'чанта'],
    ['4anta', 'чанта'],
    ['tchanta', 'чанта'],
    ['achat', 'ахат'],
    ['shapka', 'шапка'],
    ['6kaf', 'шкаф'],
    ['ka6on', 'кашон'],
    ['shtanga', 'щанга'],
    ['6tanga', 'щанга'],
    ['zhaba', 'жаба'],
    ['jaluzi', 'жалузи'],
    ['fajton', 'файтон'],
    ['jeep', 'джип'],
    ['kolelo', 'колело'],
    ['tsirk', 'цирк'],
    ['zirk', 'цирк'],
    ['curkva', 'църква'],
    ['canon', 'канон'],
    ['citroen', 'ситроен'],
    ['ekskurziya', 'екскурзия'],
    ['ekskurzia', 'екскурзия'],
    ['bulgariq', 'българия'],
    ['iagoda', 'ягода'],
    ['jagoda', 'ягода'],
    ['yutia', 'ютия'],
    ['iutia', 'ютия'],
    ['jutija', 'ютия'],
    ['yoga', 'йога'],
    ['ioga', 'йога'],
    ['joga', 'йога'],
    ['shofyor', 'шофьор'],
    ['shofior', 'шофьор'],
    ['shofjor', 'шофьор'],
    ['chai', 'чай'],
    ['dynastia', 'династия'],
    ['dyza', 'дюза'],
    ['hol', 'хол'],
    ['khol', 'хол'],
    ['xladilnik', 'хладилник'],
    ['taxi', 'такси'],
    ['telephon', 'телефон'],
    ['rock', 'рок'],
    ['boot', 'бут'],
    ['wana', 'вана'],
    ['wiski', 'уиски'],
    ['jega', 'жега'],
    ['maslo', 'масло'],
    ['boy', 'бой'],
  ])('reads %s as %s', (latin, cyrillic) => {
    expect(texts(toCyrillic(latin))).toContain(cyrillic);
  });

  it.each([
    ['самсунг', 'samsung'],
    ['сони', 'sony'],
    ['канон', 'canon'],
    ['филипс', 'philips'],
    ['филип', 'philipp'],
    ['бош', 'bosch'],
    ['бмв', 'bmw'],
    ['макбук', 'macbook'],
    ['айфон', 'iphone'],
    ['найлон', 'nylon'],
    ['лейди', 'lady'],
    ['фолксваген', 'volkswagen'],
    ['ксерокс', 'xerox'],
    ['джоб', 'job'],
    ['джип', 'jeep'],
    ['джин', 'gin'],
    ['мария', 'maria'],
    ['актьор', 'akteur'],
    ['шофьор', 'shofjor'],
    ['шофьор', 'shofior'],
    ['шофьор', 'shofor'],
    ['суоч', 'swach'],
    ['уест', 'west'],
    ['зум', 'zoom'],
    ['фан', 'fun'],
    ['клеш', 'clash'],
    ['масаж', 'masag'],
    ['жак', 'jak'],
    ['музика', 'musika'],
    ['чай', 'chai'],
    ['йога', 'joga'],
    ['рок', 'rock'],
    ['катар', 'qatar'],
    ['дел', 'dell'],
    ['ана', 'anna'],
    ['ферари', 'ferrari'],
    ['бос', 'boss'],
    ['ситроен', 'citroen'],
    ['ото', 'otto'],
    ['тор', 'thor'],
    ['хол', 'khol'],
    ['хол', 'xol'],
    ['ахат', 'achat'],
    ['ница', 'nica'],
    ['ница', 'nitza'],
    ['пица', 'piza'],
    ['чанта', '4anta'],
    ['шкаф', '6kaf'],
    ['мишел', 'michel'],
    ['щанга', '6tanga'],
    ['къща', 'kushta'],
    ['къща', 'kyshta'],
    ['тостър', 'toster'],
    ['мотър', 'motor'],
    ['ютия', 'iutia'],
    ['ютия', 'jutia'],
    ['люк', 'luk'],
    ['ягода', 'iagoda'],
    ['ягода', 'qgoda'],
    ['ягода', 'jagoda'],
    ['вана', 'vana'],
    ['жаба', 'zhaba'],
    ['бой', 'boy'],
    ['бой', 'boi'],
    ['бой', 'boj'],
    ['сид', 'cid'],
    ['фолк', 'volk'],
    ['хол', 'hol'],
    ['цирк', 'tsirk'],
    ['къща', 'kashta'],
    ['ютия', 'yutia'],
    ['яке', 'yake'],
  ])('recognises %s as %s', (cyrillic, latin) => {
    expect(texts(toLatin(cyrillic))).toContain(latin);
  });

  it('reverses the official Romanisation', () => {
    // Letters whose combined Romanisation is unambiguous.
    const letters = fc.constantFrom(...Array.from('бвгдежзиклмнопрстуф'));
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 10 }), (word) => {
        const [official] = toLatin(word);
        expect(official?.cost).toBe(0);
        expect(texts(toCyrillic(official?.text ?? ''))).toContain(word);
      }),
    );
  });

  it('spells a word and its stem together as each by itself', () => {
    const unit = fc.constantFrom(...Array.from('aicksuyqабикшъия'));
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 12 }),
        fc.nat({ max: 12 }),
        fc.constantFrom('', 'i', 'и'),
        (word, length, ending) => {
          const stemmed = word.slice(0, Math.max(1, length)) + ending;
          const together = inOtherScriptWithStem(word, stemmed);
          expect(together).toEqual([inOtherScript(word), inOtherScript(stemmed)]);
        },
      ),
    );
  });

  it('has a limited number of results for any word, the likeliest first', () => {
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
