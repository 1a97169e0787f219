import { expect, test } from 'vitest';
import { loggableQuery } from './loggable-query.ts';

test.each([
  ['  Лаптоп   до 1000 лв ', 'лаптоп до 1000 лв'],
  ['iPhone 15 Pro 256GB', 'iphone 15 pro 256gb'],
  ['гуми 205/55 R16', 'гуми 205/55 r16'],
  ['апартамент 100000 - 150000 евро', 'апартамент 100000 - 150000 евро'],
  ['лего 0-3 години', 'лего 0-3 години'],
])('%j is counted as %j', (text, query) => {
  expect(loggableQuery(text)).toBe(query);
});

test.each([
  '',
  '   ',
  'ivan.petrov@example.com',
  'иван петров (at) abv',
  '0888 123 456',
  'телефон +359 88 812 34 56',
  '0888-123-456',
  '888-123-456',
  '8801011234',
  '4111 1111 1111 1111',
  'BG80BNBG96611020345678',
  'https://example.com/ivan',
  'facebook.com/ivan',
  'a'.repeat(81),
  'здравейте търся си квартира за мен и за моето семейство в София',
])('%j is not counted', (text) => {
  expect(loggableQuery(text)).toBeNull();
});
