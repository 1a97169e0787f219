import { nameFilter } from '@izgodno/contract/common/name-spellings';
import { expect, test } from 'vitest';
import { asSpelt, decodeMentions, encodeMentions, mentionAt, offeredFor } from './mention-text.ts';

const users = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Ann Lee' },
  { id: '3', name: 'Мария' },
];

test.for([
  ['hi @Ann and @Ann Lee!', 'hi <@1> and <@2>!'],
  ['@Anna is somebody else', '@Anna is somebody else'],
  ['@Мария, `@Ann` is code', '<@3>, `@Ann` is code'],
] as const)('%s is stored as %s', ([typed, stored]) => {
  expect(encodeMentions(typed, users)).toBe(stored);
  expect(decodeMentions(stored, users)).toBe(typed);
});

test.for([
  ['@', 1, { from: 0, text: '' }],
  ['hi @Мар', 7, { from: 3, text: 'Мар' }],
  ['hi @Ann Le', 10, { from: 3, text: 'Ann Le' }],
  ['@Ана Иванова Пе', 15, { from: 0, text: 'Ана Иванова Пе' }],
  ['@Ана каза, че', 13, null],
  ['@Ана ще дойде в пет', 19, null],
  ['me@example.com', 14, null],
  ['hi @Ann, you', 12, null],
] as const)('in %s a mention is being typed', ([text, caret, expected]) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test.for([
  ['an', ['Ann', 'Ann Lee'], null],
  ['Ann', ['Ann', 'Ann Lee'], 'Ann'],
  ['Ann Lee', [], 'Ann Lee'],
  ['ann lee ', ['Ann Lee'], null],
  ['Lee', ['Ann Lee'], null],
  ['Annabel', [], null],
] as const)('%s may mean %s', ([typed, offered, named]) => {
  const result = offeredFor(typed, users, nameFilter);
  expect(result.users.map(({ name }) => name)).toEqual(offered);
  expect(result.named?.name ?? null).toBe(named);
});

test.each(['iv', 'ИВ', 'ivan tsv', 'иван цв'])('"%s" offers „Иван Цветков“', (typed) => {
  const everyone = [...users, { id: 'i', name: 'Иван Цветков' }];
  const { users: offered } = offeredFor(typed, everyone, nameFilter);
  expect(offered.map(({ name }) => name)).toEqual(['Иван Цветков']);
});

test('without the code for both scripts, a name is found as it is spelt', () => {
  const ivan = { id: 'i', name: 'Иван Цветков' };
  expect(offeredFor('ИВ', [ivan], asSpelt).users).toEqual([ivan]);
  expect(offeredFor('iv', [ivan], asSpelt).users).toEqual([]);
});
