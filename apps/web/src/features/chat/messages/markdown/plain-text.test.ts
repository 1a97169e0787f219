import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { plainText } from './plain-text.ts';

const ANN = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
const NOBODY = '01890000-0000-7000-8000-b00000000009';
const names = { mentions: [ANN], everybody: 'channel', deleted: 'Deleted account' };

test.for([
  ['Has **anybody** seen `205/55` ~~here~~?', 'Has anybody seen 205/55 here?'],
  ['A list:\n- one\n- **two**\n\n> quoted', 'A list: one, two quoted'],
  ['```\nlet a = 1;\n```', 'let a = 1;'],
  ['[ours](https://izgodno.example/deals/1)', 'ours'],
  [`<@${ANN.id}> and <@${NOBODY}> of <!channel>`, '@Ann Lee and @Deleted account of @channel'],
  [`\`<@${ANN.id}>\``, `<@${ANN.id}>`],
] as const)('%s is read out as %s', ([text, read]) => {
  expect(plainText(text, names)).toBe(read);
});

test('any text becomes one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect(plainText(text, names)).not.toMatch(/[\n\r]/);
    }),
  );
});
