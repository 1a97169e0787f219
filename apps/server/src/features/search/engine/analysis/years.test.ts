import { describe, expect, test } from 'vitest';
import { yearsAsked } from './years.ts';

const next = new Date().getFullYear() + 1;

/** What is asked, and its first and last year. */
const asked = (query: string): readonly string[] =>
  yearsAsked(query).map(
    ({ start, end, years }) => `${query.slice(start, end)}: ${years[0]}-${years.at(-1)}`,
  );

describe('the years that a query asks for', () => {
  test.each([
    ['кола след 2015', `след 2015: 2015-${next}`],
    ['кола след 2015 г. дизел', `след 2015 г.: 2015-${next}`],
    ['golf from 2015', `from 2015: 2015-${next}`],
    ['Honda след 2020', `след 2020: 2020-${next}`],
    ['kola sled 2015', `sled 2015: 2015-${next}`],
    ['skoda octavia 2016+', `2016+: 2016-${next}`],
    ['кола 2017 година нагоре', `2017 година нагоре: 2017-${next}`],
    ['мотор не по-стар от 2019', `не по-стар от 2019: 2019-${next}`],
    ['car 2014 or newer', `2014 or newer: 2014-${next}`],
    ['джип до 2010 година', 'до 2010 година: 1961-2010'],
    ['лада след 1950', `след 1950: ${next - 49}-${next}`],
    ['bmw older than 1990', 'older than 1990: 1941-1990'],
    ['бус 2010-2014', '2010-2014: 2010-2014'],
    ['бус от 2010 до 2014 г.', 'от 2010 до 2014 г.: 2010-2014'],
    ['кола с навигация между 2012 и 2015', 'между 2012 и 2015: 2012-2015'],
  ])('%s: %s', (query, expected) => {
    expect(asked(query)).toEqual([expected]);
  });

  test.each([
    'лаптоп след 2020',
    'гуми за кола след 2015',
    'навигация за кола след 2015',
    'bmw джанти след 2015',
    'апартамент след 2020',
    'golf 2012',
    'peugeot 2008',
    'кола 2000 куб',
    'кола до 2000 км',
    'кола от 2015 км',
    'кола над 2015 лв',
    'кола до 20100',
    'кола 2015-2010',
    'кола след 2075',
  ])('%s asks for none', (query) => {
    expect(asked(query)).toEqual([]);
  });
});
