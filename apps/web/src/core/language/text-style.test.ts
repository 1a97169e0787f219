import { expect, test } from 'vitest';
import type { Message, Messages } from './format-message.ts';

/** The rules of `docs/languages.md` that a program can check. */

const files = import.meta.glob<Messages>('./texts/*/*.json', { eager: true, import: 'default' });

/** Every literal part of a text, the cases of its plurals included. */
const literals = (message: Message): string =>
  typeof message === 'string'
    ? message
    : message
        .map((token) =>
          typeof token === 'string'
            ? token
            : Object.values(token[2] ?? {})
                .map(literals)
                .join(' / '),
        )
        .join('');

const textsOf = (code: string): readonly (readonly [key: string, text: string])[] =>
  Object.entries(files).flatMap(([path, texts]) =>
    path.startsWith(`./texts/${code}/`)
      ? Object.entries(texts).map(([key, message]) => [key, literals(message)] as const)
      : [],
  );

/** Sentences of the specification. */
const specified = new Set(['Loading...', 'Checking authentication...', 'Refreshing session...']);

const wordIn = (words: string): RegExp =>
  // `\b` knows no Cyrillic letters.
  new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'u');

const rules: readonly (readonly [language: string, rule: string, forbidden: RegExp])[] = [
  ['en', 'one character for an omission', /\.\./],
  ['en', 'curly quotation marks', /"/],
  ['en', 'an error says that we did not manage it', /could not be/i],
  ['bg', 'one character for an omission', /\.\./],
  ['bg', 'quotation marks „…“', /["”]|„[^“]*$|^[^„]*“/],
  ['bg', 'a dash between spaces', / - /],
  ['bg', 'an error says that we did not manage it', wordIn('не (?:можа|можаха|беше|бяха|бе)')],
  ['bg', 'the polite address', wordIn('[Вв]иж|[Ии]збери|[Нн]атисни|[Тт]и|теб|тво[йя]|твоите')],
  ['bg', 'the polite address with a capital', wordIn('вие|вас|ваш|ваша|ваше|ваши|вашия|вашата')],
];

test.each(rules)('%s: %s', (language, _, forbidden) => {
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(([, text]) => forbidden.test(text) && !specified.has(text))).toEqual([]);
});

test('no text needs a font with pictures', () => {
  const drawn = /[\p{Extended_Pictographic}\p{Regional_Indicator}★☆]/u;
  const all = ['en', 'bg'].flatMap(textsOf);
  expect(all.filter(([, text]) => drawn.test(text))).toEqual([]);
});
