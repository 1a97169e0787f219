import { expect, test } from 'vitest';
import { unlinkedText } from './unlinked-text.ts';

test.each([
  ['Confirm at http://evil.example/login', 'Confirm at http: //evil. example/login'],
  ['WWW.EVIL.EXAMPLE', 'WWW. EVIL. EXAMPLE'],
  ['пишете на a.b@зло.бг', 'пишете на a.b@зло. бг'],
  ['evil\u3002example', 'evil\u3002 example'],
  ['evil.XN--90AIS', 'evil. XN--90AIS'],
  ['ev\u202Eil.example', 'evil. example'],
  ['на 203.0.113.7/login', 'на 203. 0. 113. 7/login'],
])('%s is no link', (text, unlinked) => {
  expect(unlinkedText(text)).toBe(unlinked);
});

test.each([
  'Toaster: €79.00, below €80.00',
  'Телевизор 43", 1.299,99 лв. с доставка',
  'Версия 1.2.3 и т.н.',
])('%s stays as it is', (text) => {
  expect(unlinkedText(text)).toBe(text);
});
