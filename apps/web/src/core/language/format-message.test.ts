import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { createFormat, type Message, type MessageValues } from './format-message.ts';

const compile = (text: string): Message =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler's own type is wider.
  compileMessageOrThrow(text) as Message;

test.each<[locale: string, text: string, values: MessageValues, written: string]>([
  ['en', 'Plain', {}, 'Plain'],
  ['en', "It''s {name}!", { name: 'Ana' }, "It's Ana!"],
  ['en', '{count, plural, one {# deal} other {# deals}}', { count: 1 }, '1 deal'],
  ['en', '{count, plural, one {# deal} other {# deals}}', { count: 1234 }, '1,234 deals'],
  ['en', '{count, plural, =0 {None} one {One} other {#}}', { count: 0 }, 'None'],
  [
    'bg',
    '{n, plural, one {# оферта} other {# оферти}} в {place}',
    { n: 21, place: 'Русе' },
    '21 оферти в Русе',
  ],
  [
    'en',
    '{count, plural, one {{range}: #} other {{range}: # of {all, number}}}',
    { count: 2, range: 'x', all: 5000 },
    'x: 2 of 5,000',
  ],
  ['bg', '{all, number} оферти', { all: 12_345 }, '12\u00A0345 оферти'],
  ['bg', '{n, plural, one {# файл} other {# файла}}', { n: 1 }, '1 файл'],
  ['bg', '{n, plural, one {# файл} other {# файла}}', { n: 101 }, '101 файла'],
  ['en', '{who, select, me {You} other {{name}}} wrote', { who: 'me', name: 'Ana' }, 'You wrote'],
  ['en', '{who, select, me {You} other {{name}}} wrote', { who: 'ana', name: 'Ana' }, 'Ana wrote'],
  ['en', 'Hello {name}', {}, 'Hello '],
])('%s: %s', (locale, text, values, written) => {
  expect(createFormat(locale)(compile(text), values)).toBe(written);
});
