import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../common/any-character.test-data.ts';
import { normaliseTag, splitTags, TAG_LIMITS, tagsSchema } from './tags.ts';

test('commas separate tags; each is returned once, normalised', () => {
  expect(splitTags(' Колело, #Градско  колело,колело,, ,\tСофия ')).toEqual([
    'колело',
    'градско колело',
    'софия',
  ]);
});

test.for(['🚲', '', '   ', '#', 'a\u0000b', 'a\u0007b', 'a'.repeat(TAG_LIMITS.length + 1)])(
  '%j is no tag',
  (tag) => {
    expect(tagsSchema.safeParse([tag]).success).toBe(false);
  },
);

test('splitting is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (typed) => {
      const tags = splitTags(typed);
      expect(splitTags(tags.join(', '))).toEqual(tags);
      expect(new Set(tags).size).toBe(tags.length);
    }),
  );
});

test('normalisation is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (tag) => {
      expect(normaliseTag(normaliseTag(tag))).toBe(normaliseTag(tag));
    }),
  );
});

test('valid tags pass unchanged', () => {
  const typed = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(typed, (tags) => {
      const parsed = tagsSchema.safeParse(tags);
      fc.pre(parsed.success);
      expect(tagsSchema.parse(parsed.data)).toEqual(parsed.data);
      expect(parsed.data?.length).toBeLessThanOrEqual(TAG_LIMITS.count);
    }),
  );
});
