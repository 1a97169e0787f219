import { expect, test } from 'vitest';
import { langOf } from './lang-of.ts';

test('a Bulgarian text has its language in an English page only', () => {
  expect(langOf('Лаптоп Lenovo ThinkPad X1', 'en')).toBe('bg');
  expect(langOf('Лаптоп Lenovo ThinkPad X1', 'bg')).toBeUndefined();
});

test('an English sentence has its language in a Bulgarian page only', () => {
  const text = 'Used bicycle in good condition, with lights';
  expect(langOf(text, 'bg')).toBe('en');
  expect(langOf(text, 'en')).toBeUndefined();
});

test.for(['Apple iPhone 15 Pro Max 256GB', 'Lego Star Wars 75192', 'Bed & Breakfast', 'ok', ''])(
  'a name is in no language: %s',
  (text) => {
    expect(langOf(text, 'bg')).toBeUndefined();
    expect(langOf(text, 'en')).toBeUndefined();
  },
);
