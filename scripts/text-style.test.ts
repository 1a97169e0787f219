import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { families, wordIn as factIn } from '@izgodno/demo/family';
import { closingTexts } from '@izgodno/demo/lines';

/** The rules of `docs/languages.md` that a program can check, over every text that a user reads. */

const root = path.join(import.meta.dirname, '..');
const AREAS = 'apps/web/src/core/language/texts';
/** Where the server has sentences: mails, pages of its own, findings of the doctor. */
const SERVER_TEXTS =
  'apps/server/src/{features/{accounts,newsletter,notices,site,system}/**,features/deals/prices,platform/mail}/*.ts';

type Text = readonly [position: string, text: string];

/** Without what is no prose: the names of placeholders, code, addresses, HTML. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/\{\w+(?:, number)?\}|\$\{[^}]*\}/g, '{}')
    .replaceAll(/`[^`]*`/g, '{}')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');

const messagesOf = async (code: string): Promise<Text[]> => {
  const found: Text[] = [];
  for await (const file of glob(`${AREAS}/${code}/*.json`, { cwd: root })) {
    const texts = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await readFile(path.join(root, file), 'utf8')));
    found.push(...Object.entries(texts));
  }
  return found;
};

const areasOf = async (code: string): Promise<Text[]> =>
  (await messagesOf(code)).map(([key, text]) => [key, proseOf(text)] as const);

const documentsOf = async (code: string): Promise<Text[]> => {
  const found: Text[] = [];
  for await (const file of glob([`docs/help/${code}.md`, `docs/legal/*.${code}.md`], {
    cwd: root,
  })) {
    const lines = (await readFile(path.join(root, file), 'utf8')).split('\n');
    found.push(...lines.map((line) => [file, proseOf(line)] as const));
  }
  return found;
};

/** Figures keep the mark of inches: `{screen}"`. */
const withoutInches = (text: string): string => text.replaceAll(/(?<=[\d}])"/g, '');

/** What the offers of the demo are written from. */
const demoTexts = (code: 'bg' | 'en'): Text[] => {
  const { condition, seller, guarantee, unused, return: returning } = closingTexts();
  const closing = [
    ...Object.values(condition).flatMap(({ [code]: lines }) => Object.values(lines).flat()),
    ...[...Object.values(seller), guarantee, unused, returning].flatMap(
      ({ [code]: lines }) => lines,
    ),
  ];
  const offered = families().flatMap(({ facts, [code]: { titles, lines, used = [], tags } }) => {
    const values = Object.values(facts).flatMap((value) => Object.keys(value));
    return [values.map((value) => factIn(value, code)), titles, lines, used, tags].flat();
  });
  return [...closing, ...offered].map((text) => ['demo', proseOf(withoutInches(text))]);
};

/** The innermost placeholder of a template: a template may contain others. */
const placeholder = /\$\{[^{}]*\}/g;

/** The strings of a file of code. */
const stringsIn = async (file: string): Promise<string[]> => {
  const code = await readFile(path.join(root, file), 'utf8');
  const withoutInner = code.replaceAll(placeholder, '0').replaceAll(placeholder, '0');
  return [
    ...code.matchAll(/'((?:[^'\\\n`]|\\.)*)'|"([^"\n`]*)"/g),
    ...withoutInner.matchAll(/`((?:[^`\\]|\\.)*)`/g),
  ].map(([, one, other]) => one ?? other ?? '');
};

/** The Bulgarian strings of the server. English ones look like names and keys. */
const serverTexts = async (): Promise<Text[]> => {
  const found: Text[] = [];
  for await (const file of glob(SERVER_TEXTS, { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    for (const text of await stringsIn(file)) {
      if (/\p{Script=Cyrillic}/u.test(text)) found.push([file, proseOf(text)]);
    }
  }
  return found;
};

const texts: Readonly<Record<string, readonly Text[]>> = {
  en: [...(await areasOf('en')), ...(await documentsOf('en')), ...demoTexts('en')],
  bg: [
    ...(await areasOf('bg')),
    ...(await documentsOf('bg')),
    ...(await serverTexts()),
    ...demoTexts('bg'),
  ],
};

/** Sentences of the specification. ICU doubles apostrophes. */
const specified = new Set([
  'Loading...',
  'Checking authentication...',
  'Refreshing session...',
  "The page you''re looking for doesn''t exist.",
]);

const wordIn = (words: string): RegExp =>
  // `\b` knows no Cyrillic letters. „3-ти“ is a number.
  new RegExp(String.raw`(?<!\p{L}|\d-)(?:${words})(?!\p{L})`, 'u');

const everywhere = ['en', 'bg'].flatMap((language) =>
  (
    [
      ['one character for an omission, after its word', /\.\.| …/],
      [
        'letters of one script in a word',
        /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u,
      ],
      ['a full stop after the last of several sentences', /[.!?] \p{Lu}[^{]*[\p{L}\p{N}]$/u],
      ['no space before a mark', / [,.;:!?](?!\w)/],
      ['no second space', /\S {2}/],
      ['no space before a percent sign', /[\d}]\s%/],
    ] as const
  ).map(([rule, forbidden]) => [language, rule, forbidden] as const),
);

const rules: readonly (readonly [language: string, rule: string, forbidden: RegExp])[] = [
  ...everywhere,
  ['en', 'curly quotation marks', /"/],
  ['en', 'a curly apostrophe', /'/],
  ['en', 'the spelling of Britain', wordIn(String.raw`[Rr]ecogniz\p{L}*`)],
  ['en', 'an error says that we did not manage it', /could not be/i],
  ['en', 'no dash as in print', /—/],
  ['en', 'a decimal point', /(?<![\d,])\d+,\d{1,2}(?![\d,])/],
  ['bg', 'quotation marks „…“', /["”]|„[^“]*$|^[^„]*“/],
  ['bg', 'a dash between spaces', / - |—/],
  ['bg', 'an error says that we did not manage it', wordIn('не (?:можа|можаха|беше|бяха|бе)')],
  ['bg', 'the polite address', wordIn('[Вв]иж|[Ии]збери|[Нн]атисни|[Тт]и|теб|тво[йя]|твоите')],
  [
    'bg',
    'no action is a command',
    /^(?:Виж|Добави|Запази|Затвори|Избери|Изпрати|Изтрий|Копирай|Напиши|Опитай|Отвори|Покажи|Премахни|Провери|Скрий|Следи|Създай|Търси)(?!\p{L})/u,
  ],
  ['bg', 'the polite address with a capital', wordIn('вие|вас|ваш|ваша|ваше|ваши|вашия|вашата')],
  ['bg', 'the one who sees it is the subject', wordIn('виждат? (?:се )?(?:само )?от')],
  ['bg', 'one gives up something: отказ от', wordIn('[Оо]тказ на')],
  [
    'bg',
    'words of its own',
    wordIn(String.raw`(?:[Нн]отификаци|[Лл]инк|[Аа]пликаци|[Ее]кшън|[Аа]каунт)\p{L}*`),
  ],
];

test.each(rules)('%s: %s', (language, _, forbidden) => {
  const found = (texts[language] ?? []).filter(
    ([, text]) => forbidden.test(text) && !specified.has(text),
  );
  expect(found).toEqual([]);
});

test('bg: no line begins with a dash', async () => {
  const shown = [...(await messagesOf('bg')), ...(await documentsOf('bg'))];
  expect(shown.filter(([, text]) => /\S –/.test(text))).toEqual([]);
});

/** Rules for what the product says to its users; people who know each other talk as they like. */
const addressed = new Set([
  'the polite address',
  'the polite address with a capital',
  'no action is a command',
]);
const talk = (await stringsIn('apps/server/src/features/demo/talk/demo-talk.ts'))
  .filter((text) => text.includes(' '))
  .map(withoutInches);

test.each(rules.filter(([, rule]) => !addressed.has(rule)))(
  'the talk of the demo, %s: %s',
  (language, _, forbidden) => {
    expect(talk.length).toBeGreaterThan(30);
    const said = talk.filter((text) => /\p{Script=Cyrillic}/u.test(text) === (language === 'bg'));
    expect(said.filter((text) => forbidden.test(text))).toEqual([]);
  },
);

/** Limits, which never change, and words that are the same after any number that can be there. */
const sameAfterAnyNumber = new Set([
  'alerts.days',
  'details.areaMedian',
  'moderation.exportCut',
  'posts.error.expiresAt',
  'posts.error.tag.tooMany',
  'posts.error.tags',
  'posts.expiresHint',
  'uploads.countCompleted',
  'uploads.countFailed',
  'uploads.countUploading',
]);

test.each(['en', 'bg'])('%s: a count changes the words after it', async (language) => {
  const bareCount = /\{(?:count|days|known|rows)\} (?!of |от )\p{Ll}/u;
  const found = (await messagesOf(language)).filter(
    ([key, text]) => bareCount.test(text) && !sameAfterAnyNumber.has(key),
  );
  expect(found).toEqual([]);
});

test('every kind of text is read', () => {
  const [en = [], bg = []] = [texts['en'], texts['bg']];
  expect(en.length).toBeGreaterThan(1000);
  expect(bg.length).toBeGreaterThan(1000);
  for (const position of [
    'docs/help/bg.md',
    'docs/legal/terms.bg.md',
    'apps/server/src/features/accounts/link-mails.ts',
    'demo',
  ])
    expect(bg.filter(([from]) => from === position).length).toBeGreaterThan(5);
});

test('no text needs a font with pictures', () => {
  const drawn = /[\p{Extended_Pictographic}\p{Regional_Indicator}★☆]/u;
  expect(
    Object.values(texts)
      .flat()
      .filter(([, text]) => drawn.test(text)),
  ).toEqual([]);
});
