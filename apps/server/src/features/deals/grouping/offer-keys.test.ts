import { expect, test } from 'vitest';
import { offerKeys } from './offer-keys.ts';

test('a link of slashes takes no longer than another of its length', () => {
  const keys = offerKeys({
    title: 'Кафемашина',
    condition: 'new',
    // Quadratic work would take minutes.
    link: `https://s.example/${'/'.repeat(1_000_000)}x`,
    brand: null,
    gtin: null,
    mpn: null,
    photoHash: null,
  });
  expect(keys).toContainEqual(expect.objectContaining({ kind: 'link' }));
});
