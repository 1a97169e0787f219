import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUuidV7, firstUuidV7At } from './uuid.ts';

const LAST_MILLISECOND = 2 ** 48 - 1;

test('has version 7, the RFC variant and the time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LAST_MILLISECOND }), (now) => {
      const id = createUuidV7(now);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
    }),
  );
});

test('a later one sorts later, also within one millisecond, and all are different', () => {
  expect(createUuidV7(1_700_000_000_000) < createUuidV7(1_700_000_000_001)).toBe(true);
  const ids = Array.from({ length: 1_000 }, () => createUuidV7(1));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('the first of a moment sorts after all before it, and before all of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: LAST_MILLISECOND }), (now) => {
      expect(createUuidV7(now - 1) < firstUuidV7At(now)).toBe(true);
      expect(firstUuidV7At(now) <= createUuidV7(now)).toBe(true);
    }),
  );
});
