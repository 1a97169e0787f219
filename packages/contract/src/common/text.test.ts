import { expect, test } from 'vitest';
import { withoutBlank } from './text.ts';

/** Unassigned in Unicode 17, within the block of pictographs: an emoji of a later version. */
const LATER_EMOJI = '\u{1FAFF}';

test.each(['a', ' a', '…', '👍', LATER_EMOJI])('%j is seen', (text) => {
  expect(withoutBlank(text)).toBe(text);
});

test.each([' ', '\u00a0', '\u200b', '\u2060', '\u2800', '\u{e0001}', '\ue000', '\u0007'])(
  '%j is not seen',
  (text) => {
    expect(withoutBlank(text)).toBe('');
  },
);
