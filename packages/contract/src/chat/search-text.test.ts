import { describe, expect, test } from 'vitest';
import { parseSearchText } from './search-text.ts';

const nothing = { words: '', from: [], in: [], has: [], before: null };

describe('the text of a search for messages', () => {
  test.each([
    ['два палатки', { words: 'два палатки' }],
    ['tent from:Maria', { words: 'tent', from: ['maria'] }],
    ['from:"Ann Lee" from:@me', { from: ['ann lee', 'me'] }],
    ['in:#General has:file', { in: ['general'], has: ['file'] }],
    [
      'от:Мария в:Общ има:снимка преди:2026-11',
      {
        from: ['мария'],
        in: ['общ'],
        has: ['image'],
        before: '2026-11-01',
      },
    ],
    ['before:2026-11-20 before:2026', { before: '2026-01-01' }],
    // Not operators, or without a value that means something.
    ['https://izgodno.bg 12:30 note:x', { words: 'https://izgodno.bg 12:30 note:x' }],
    ['has:fil before:2026-02-31 from: in:""', { words: 'has:fil before:2026-02-31 from: in:""' }],
  ])('%s', (text, expected) => {
    expect(parseSearchText(text)).toEqual({ ...nothing, ...expected });
  });
});
