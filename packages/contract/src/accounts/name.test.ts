import { expect, test } from 'vitest';
import { channelNameSchema } from '../chat/channel.ts';
import { lineOfText } from '../common/text.ts';
import { nameSchema } from './session.ts';

test.for([
  'Мария Петрова',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'St. John',
  'О’Нийл',
  'Anne-Marie',
  '3.5 лв',
  'Gal·la',
  'Иван ☀️',
])('%s is a name', (name) => {
  expect(nameSchema.safeParse(name).success).toBe(true);
});

test.for([
  'https://evil.example',
  'Мария evil.com',
  'win at www.evil',
  'evil.рф',
  'ЕВИЛ.БГ',
  'evil。com',
  'evil．com',
  'evil\u200b.\u200bcom',
  'evil .com',
  'me@evil.com',
  '192.168.0.1',
  'x.xn--p1ai',
  '//evil.bg/път',
])('%s is an address, not a name', (name) => {
  expect(nameSchema.safeParse(name).success).toBe(false);
});

const invisible = [
  '\u200b\u200b',
  '\u3164\u3164',
  '\u2800\u2800',
  '\u00ad\u00ad',
  '\u{e0020}\u{e0020}',
  '\ufeff\ufeff',
];

test.for(invisible)('invisible text (%o) is no name', (name) => {
  for (const schema of [nameSchema, channelNameSchema, lineOfText({ minimum: 1, maximum: 100 })])
    expect(schema.safeParse(name).success).toBe(false);
});
