import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Маратонки мъжки, кожа';

/** Windows-1251 has the Russian and Bulgarian letters in the order of Unicode. */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x0410 + 0xc0;
    }),
  );

const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const decode = async (
  bytes: Buffer,
  charset: string | null = null,
  pieceLength = bytes.length,
): Promise<string> => {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceLength)
      yield bytes.subarray(at, at + pieceLength);
  };
  const texts: string[] = [];
  for await (const text of decodeText(pieces(), charset)) texts.push(text);
  return texts.join('');
};

const declare = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

test.each([
  ['UTF-8', Buffer.from(TEXT), null, TEXT],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), null, TEXT],
  ['UTF-16 little-endian with a mark', utf16(TEXT, false), null, TEXT],
  ['UTF-16 big-endian with a mark', utf16(TEXT, true), null, TEXT],
  ['UTF-16 mark-up without a mark', Buffer.from(`<a>${TEXT}`, 'utf16le'), null, `<a>${TEXT}`],
  ['UTF-16 values without a mark', Buffer.from(`id\t${TEXT}`, 'utf16le'), null, `id\t${TEXT}`],
  [
    'UTF-16 big-endian values without a mark',
    Buffer.from(`id\t${TEXT}`, 'utf16le').swap16(),
    'utf-8',
    `id\t${TEXT}`,
  ],
  [
    'declared windows-1251',
    windows1251(declare('windows-1251') + TEXT),
    null,
    declare('windows-1251') + TEXT,
  ],
  ['windows-1251 of the header', windows1251(TEXT), 'windows-1251', TEXT],
  ['undeclared windows-1251', windows1251(TEXT), null, TEXT],
  [
    'windows-1251 declared as UTF-8',
    windows1251(declare('UTF-8') + TEXT),
    null,
    declare('UTF-8') + TEXT,
  ],
  [
    'UTF-8 declared as windows-1251',
    Buffer.from(declare('windows-1251') + TEXT),
    null,
    declare('windows-1251') + TEXT,
  ],
  ['an unknown encoding', Buffer.from(declare('klingon') + TEXT), null, declare('klingon') + TEXT],
  [
    'UTF-8 declared as UTF-16',
    Buffer.from(declare('UTF-16') + TEXT),
    null,
    declare('UTF-16') + TEXT,
  ],
  [
    'a broken byte in UTF-8',
    Buffer.concat([Buffer.from(TEXT), Buffer.from([0xff]), Buffer.from(TEXT)]),
    null,
    `${TEXT}\uFFFD${TEXT}`,
  ],
  ['control characters', Buffer.from(`a\0b\u0007c\td\ne`), null, 'abc\td\ne'],
  ['nothing', Buffer.alloc(0), null, ''],
])('%s', async (_, bytes, charset, expected) => {
  expect(await decode(bytes, charset)).toBe(expected);
  expect(await decode(bytes, charset, 1)).toBe(expected);
});

test('the encoding is chosen at the first significant byte, however late', async () => {
  const ascii = 'x'.repeat(300_000);
  expect(await decode(windows1251(ascii + TEXT), null, 65_536)).toBe(ascii + TEXT);
  expect(await decode(Buffer.from(ascii + TEXT), null, 65_537)).toBe(ascii + TEXT);
});
