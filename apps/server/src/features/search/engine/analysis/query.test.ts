import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { completeQuery } from './complete.ts';
import { createInMemoryVocabulary, editDistance } from './in-memory-vocabulary.ts';
import { interpret, parseQuery } from './query.ts';
import { analyseDocument, fieldWeight, scoreDocument } from './score.ts';
import { searchableText } from './searchable-text.ts';
import type { Clause } from './types.ts';

const titles = [
  'Лаптоп Lenovo ThinkPad 15,6" 16GB',
  'Телефон Samsung Galaxy S23 256GB',
  'Калъф за телефон Samsung',
  'Apple iPhone 15 128 GB',
  'Sony WH-1000XM5 слушалки',
  'Къща в Банкя 120 кв.м',
  'Кожени чехли',
  'Зимни гуми 205/55 R16',
  'Wi-Fi рутер TP-Link',
  'Пералня Bosch',
  'LG washing machine 9 kg',
  'Cat tree',
] as const;

const documentOf = (title: string) =>
  analyseDocument(
    searchableText({
      title,
      description: '',
      brandName: null,
      kind: null,
      tags: '',
      category: 'other',
      source: null,
    }),
  );

const documents = titles.map(documentOf);
const vocabulary = createInMemoryVocabulary(documents);

const search = (text: string): string[] => {
  const query = parseQuery(text, vocabulary);
  return documents
    .map((document, index) => ({ index, score: scoreDocument(query, document) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ index }) => titles[index]?.split(' ').slice(0, 2).join(' ') ?? '');
};

describe('a query', () => {
  it.each([
    ['лаптопи', 'Лаптоп Lenovo'],
    ['laptop', 'Лаптоп Lenovo'],
    ['lenovo лаптопът', 'Лаптоп Lenovo'],
    ['леново', 'Лаптоп Lenovo'],
    ['.dmjfm', 'Лаптоп Lenovo'],
    ['лптоп', 'Лаптоп Lenovo'],
    ['слуцалкии', 'Sony WH-1000XM5'],
    ['kushta', 'Къща в'],
    ['4ehli', 'Кожени чехли'],
    ['чехъл', 'Кожени чехли'],
    ['wifi', 'Wi-Fi рутер'],
    ['wi-fi', 'Wi-Fi рутер'],
    ['айфон 15', 'Apple iPhone'],
    ['iphone15', 'Apple iPhone'],
    ['wh1000xm5', 'Sony WH-1000XM5'],
    ['headphones', 'Sony WH-1000XM5'],
    ['205/55r16', 'Зимни гуми'],
    ['120 m2', 'Къща в'],
    ['128гб', 'Apple iPhone'],
    ['лаптоп 15 инча', 'Лаптоп Lenovo'],
  ])('%s finds only %s', (text, found) => {
    expect(search(text)).toEqual([found]);
  });

  it('ranks a product above its accessories', () => {
    expect(search('телефони')).toEqual(['Телефон Samsung', 'Калъф за']);
  });

  it('finds products by synonyms in the other language', () => {
    expect(search('washing machines').toSorted()).toEqual(['LG washing', 'Пералня Bosch']);
    expect(search('пералнята').toSorted()).toEqual(['LG washing', 'Пералня Bosch']);
  });

  it('combines words by AND, comma-separated terms by OR', () => {
    expect(search('лаптоп samsung')).toEqual([]);
    expect(search('лаптоп, чехли').toSorted()).toEqual(['Кожени чехли', 'Лаптоп Lenovo']);
    expect(search('гуми,слушалки').toSorted()).toEqual(['Sony WH-1000XM5', 'Зимни гуми']);
    // Stop words alone are no alternative.
    expect(search('лаптоп, може и')).toEqual(['Лаптоп Lenovo']);
    expect(search('може и').length).toBe(0);
  });

  it('matches quoted words in adjacent positions', () => {
    expect(search('"зимни гуми"')).toEqual(['Зимни гуми']);
    expect(search('„гуми зимни“')).toEqual([]);
    expect(search('гуми зимни')).toEqual(['Зимни гуми']);
  });

  it('leaves out stop words, but not in a phrase', () => {
    expect(search('чехли за на')).toEqual(['Кожени чехли']);
    expect(search('"калъф телефон"')).toEqual([]);
    expect(search('"калъф за телефон"')).toEqual(['Калъф за']);
  });

  it('looks for the first words of a long phrase', () => {
    const words = Array.from({ length: 40 }, () => 'cat').join(' ');
    const [[clause] = []] = parseQuery(`"${words}"`, vocabulary).alternatives;
    expect(clause?.words).toHaveLength(16);
  });

  it('adds readings only for unknown words', () => {
    // "cat" might be кат, цат, сат; none is needed.
    const [[clause] = []] = parseQuery('cat', vocabulary).alternatives;
    expect(clause?.words[0].variants.every(({ term }) => !term.startsWith('к'))).toBe(true);
  });

  it('reports what it corrected', () => {
    expect(parseQuery('samsugn телефон', vocabulary).correctedText).toBe('samsung телефон');
    expect(parseQuery('вьзшдз', vocabulary).correctedText).toBe('laptop');
    expect(parseQuery('лаптоп', vocabulary).correctedText).toBeNull();
    expect(parseQuery('лапт', vocabulary).correctedText).toBeNull();
    // A brand by itself, which is near to „Vitara“.
    expect(parseQuery('vitra', vocabulary).correctedText).toBeNull();
    expect(parseQuery('лап топ lenvo', vocabulary).correctedText).toBe('лаптоп lenovo');
  });

  it('leaves a word beside a brand without deals alone, which may be its model', () => {
    expect(parseQuery('опел мехли', vocabulary).correctedText).toBeNull();
    expect(parseQuery('опел чехлли', vocabulary).correctedText).toBe('опел чехли');
    expect(parseQuery('мехли', vocabulary).correctedText).toBe('чехли');
  });

  it('corrects before it looks for two-word names', () => {
    expect(search('wasing machine').toSorted()).toEqual(['LG washing', 'Пералня Bosch']);
  });

  it('leaves out an unknown word beside known ones, and reports it', () => {
    expect(search('квзрт лаптоп')).toEqual(['Лаптоп Lenovo']);
    expect(parseQuery('квзрт лаптоп', vocabulary).correctedText).toBe('лаптоп');
    expect(search('квзрт')).toEqual([]);
    expect(search('"квзрт лаптоп" лаптоп')).toEqual([]);
    expect(search('лаптоп 99999')).toEqual([]);
  });

  it('is searched as typed if most of it is unknown', () => {
    const manyTypos = 'лптоп лаптпо лаптоб лпатоп лаптол лантоп лайтоп';
    expect(parseQuery(manyTypos, vocabulary).correctedText).toBeNull();
    expect(search(manyTypos)).toEqual([]);
    expect(parseQuery(manyTypos.replaceAll(' ', '-'), vocabulary).correctedText).toBeNull();
  });

  it('never corrects numbers', () => {
    expect(search('129gb')).toEqual([]);
  });

  it('without words matches everything', () => {
    expect(parseQuery(' ,"", — ', vocabulary)).toEqual({
      alternatives: [],
      correctedText: null,
      dropped: [],
    });
    expect(search('')).toHaveLength(titles.length);
  });

  it('is parsed without an error and within limits, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...Array.from('абвя4 6q,"-.xm215„“\'/')), maxLength: 250 }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        for (const clauses of parseQuery(text, vocabulary).alternatives) {
          for (const { words } of clauses) {
            for (const { variants } of words) {
              expect(variants.length).toBeLessThan(300);
              for (const { score } of variants) {
                expect(Number.isInteger(score)).toBe(true);
                expect(score).toBeGreaterThanOrEqual(1);
                expect(score).toBeLessThanOrEqual(100);
              }
            }
          }
        }
        for (const document of documents) scoreDocument(parseQuery(text, vocabulary), document);
      }),
      { numRuns: 200 },
    );
  });
});

const word = (term: string, score: number): Clause => ({
  words: [{ variants: [{ term, score }] }],
});

describe('a score', () => {
  it('is the best of variant and field, summed over the clauses', () => {
    const document = analyseDocument({
      subject: '',
      title: 'a b',
      brand: '',
      tags: 'a',
      category: '',
      ofCategory: 'other',
      ofKind: null,
      description: 'b',
    });
    const query = {
      alternatives: [[word('a', 100), word('b', 50)]],
      correctedText: null,
      dropped: [],
    };
    expect(scoreDocument(query, document)).toBe(100 * fieldWeight.tags + 50 * fieldWeight.title);
  });

  it('of several alternatives is that of the best', () => {
    const document = analyseDocument({
      subject: '',
      title: 'a',
      brand: '',
      tags: '',
      category: '',
      ofCategory: 'other',
      ofKind: null,
      description: 'b',
    });
    const alternatives = [[word('b', 100)], [word('a', 90)], [word('c', 100)]];
    expect(scoreDocument({ alternatives }, document)).toBe(90 * fieldWeight.title);
    expect(scoreDocument({ alternatives: [[word('c', 9)]] }, document)).toBeNull();
  });
});

describe('what is left out if no deal has all words', () => {
  const held = [
    'Маса',
    'Стол',
    'Раница 40 л',
    'Вино',
    'Вино Мавруд',
    'Топка баскетболна',
    'Футболна топка',
    'Хотел Бургас',
    'Хотел с басейн Поморие',
    'Градински басейн',
    'Басейн',
    'Лаптоп 5',
    'Монитор Kumira 24',
    'Монитор 27',
    'Почивка 7 нощувки',
    'Почивка нощувки',
  ];
  const stays = held.map(documentOf);
  const ofStays = createInMemoryVocabulary(stays);
  const searched = (text: string) => {
    for (const { dropped, ...parsed } of interpret(text, false, ofStays)) {
      const found = held.filter((_, at) => {
        const document = stays[at];
        return document !== undefined && scoreDocument(parsed, document) !== null;
      });
      if (found.length > 0) return { dropped, found };
    }
    return null;
  };

  it('is what a stay has, rather than where it is', () => {
    expect(searched('хотел с басейн бургас')).toEqual({
      dropped: ['басейн'],
      found: ['Хотел Бургас'],
    });
  });

  it.each([
    // What a product comes with is none.
    ['градинска маса с 6 стола', 'градинска маса с 6 стола', ['Маса']],
    // What is worn or carried is of use without what it is for, and no laptop.
    ['раница за лаптоп', 'раница за лаптоп', ['Раница 40 л']],
    ['батерия за лаптоп', undefined, undefined],
    // What is near to a product is described as that is.
    ['червено вино мавруд', 'червено вино', ['Вино Мавруд']],
    ['червено вино', 'червено вино', ['Вино', 'Вино Мавруд']],
  ])('of %s is %s, which finds %j', (text, left, found) => {
    expect(searched(text)?.dropped).toEqual(left === undefined ? undefined : [left]);
    expect(searched(text)?.found).toEqual(found);
  });

  it('is nothing of a ball for one game', () => {
    expect(searched('футболна топка')).toEqual({ dropped: [], found: ['Футболна топка'] });
    expect(searched('топка')?.found).toEqual(['Топка баскетболна', 'Футболна топка']);
  });

  it('is no number without its name', () => {
    expect(searched('ryzen 5 лаптоп')?.dropped).toEqual(['ryzen', '5']);
  });

  it('is no number of what follows', () => {
    expect(searched('почивка хургада 7 нощувки')).toEqual({
      dropped: ['хургада'],
      found: ['Почивка 7 нощувки'],
    });
  });

  it('is a hotel beside a product, which keeps its other words', () => {
    expect(searched('монитор kumira хотел')).toEqual({
      dropped: ['хотел'],
      found: ['Монитор Kumira 24'],
    });
  });
});

const completions = (text: string): string[] =>
  completeQuery(text, vocabulary, 5).map((completion) => completion.text);

describe('completion', () => {
  it.each([
    ['лап', 'лаптоп'],
    ['lapt', 'лаптоп'],
    ['зимни гу', 'зимни гуми'],
    ['.dm', 'лаптоп'],
    ['лаптпо', 'лаптоп'],
    ['зимни гмуи', 'зимни гуми'],
  ])('of %s offers %s', (text, offered) => {
    expect(completions(text)).toContain(offered);
  });

  it('offers a word once, in the script that was typed where deals hold it so', () => {
    const held = ['лаптоп за игри', 'лаптоп', 'Laptop bag', 'лапичка', 'Veliko', 'велико'];
    const both = createInMemoryVocabulary(
      held.map((title) =>
        analyseDocument(
          searchableText({
            title,
            description: '',
            brandName: null,
            kind: null,
            tags: '',
            category: 'other',
            source: null,
          }),
        ),
      ),
    );
    const offered = (text: string) => completeQuery(text, both, 5).map((found) => found.text);
    expect(offered('лап')).toEqual(['лаптоп', 'лапичка']);
    expect(offered('lap')).toEqual(['laptop', 'лапичка']);
    expect(offered('вел')).toEqual(['велико']);
    expect(offered('евтин vel')).toEqual(['евтин veliko']);
    expect(completeQuery('lap', both, 1)).toEqual([
      { text: 'laptop', before: '', commonest: 'лаптоп' },
    ]);
  });

  it.each(['', 'лаптоп ', 'x', 'iphone 1'])('of "%s" offers nothing', (text) => {
    expect(completions(text)).toEqual([]);
  });
});

describe('edit distance', () => {
  it('counts inserted, deleted, replaced and swapped letters', () => {
    expect(editDistance('лаптоп', 'лапотп', 2)).toBe(1);
    expect(editDistance('лаптоп', 'лаптоб', 2)).toBe(1);
    expect(editDistance('лаптоп', 'лптопи', 2)).toBe(2);
    expect(editDistance('лаптоп', 'телефон', 2)).toBe(3);
  });
});
