import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionSchema } from '@izgodno/contract/deals/vocabulary';
import { keyKinds, normalGtin, offerKeys } from './offer-keys.ts';
import { partition, type Candidate } from './partition.ts';

/** The part of merged pairs that a person must call the same offer. */
const LEAST_PRECISION = 0.98;
/**
 * The part of the pairs that a person calls the same which must be merged, so that merging nothing
 * fails.
 */
const LEAST_RECALL = 0.85;

interface Judged extends Candidate {
  readonly offer: string;
  readonly title: string;
}

const judged: readonly Judged[] = readFileSync(
  new URL('judged-offers.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line, id) => {
    const [offer = '', sourceId = '', condition, title = '', ...rest] = line
      .split('|')
      .map((field) => field.trim());
    const [brand = null, mpn = null, gtin = null, link = null, photoHash = null] = rest.map(
      (field) => (field === '' ? null : field),
    );
    const facts = { title, condition: conditionSchema.parse(condition), brand, mpn, gtin, link };
    return { id, offer, sourceId, title, keys: offerKeys({ ...facts, photoHash }) };
  });

const pairsOf = <Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));

test('the judged offers are merged as a person would merge them', () => {
  const merged = partition(judged).flatMap(pairsOf);
  const wrong = merged.filter(([one, other]) => one.offer !== other.offer);
  const same = pairsOf(judged).filter(([one, other]) => one.offer === other.offer).length;
  expect(judged.length).toBeGreaterThanOrEqual(100);
  // The wrong ones beyond what is allowed are in the message of a failure.
  const allowed = Math.floor(merged.length * (1 - LEAST_PRECISION));
  expect(wrong.slice(allowed).map(([one, other]) => [one.title, other.title])).toEqual([]);
  expect((merged.length - wrong.length) / same).toBeGreaterThanOrEqual(LEAST_RECALL);
});

test('nothing is merged by its title alone', () => {
  const facts = { condition: 'new', brand: 'Vatra', mpn: null, gtin: null, link: null } as const;
  expect(offerKeys({ ...facts, title: 'Кана', photoHash: null })).toEqual([]);
});

test('different conditions share no key', () => {
  const facts = {
    title: 'Lumo X2',
    brand: 'Lumo',
    mpn: 'LX2-128',
    gtin: '3800123450013',
    link: 'https://shop.example/a',
    photoHash: 'ff',
  };
  const keys = (condition: 'new' | 'like_new') =>
    [facts, { ...facts, gtin: null }].flatMap((known) =>
      offerKeys({ ...known, condition }).map(({ key }) => key),
    );
  expect(new Set(keys('new')).size).toBe(4);
  expect(keys('new').filter((key) => keys('like_new').includes(key))).toEqual([]);
});

describe('a GTIN', () => {
  test.each([
    ['4006381333931', '04006381333931'],
    ['036000291452', '00036000291452'],
    ['96385074', '00000096385074'],
    ['400-6381-333931', '04006381333931'],
  ])('%s is %s', (text, expected) => {
    expect(normalGtin(text)).toBe(expected);
  });

  test.each(['4006381333932', '2000123450018', '0000000000000', '123', 'abc', '1111111111111'])(
    '%s is none',
    (text) => {
      expect(normalGtin(text)).toBeNull();
    },
  );
});

const named = (groups: readonly (readonly Candidate[])[]): string[] =>
  groups
    .map((group) =>
      group
        .map(({ id }) => id)
        .toSorted((one, other) => one - other)
        .join(),
    )
    .toSorted();

describe('partition', () => {
  const candidates = fc
    .array(
      fc.record({
        sourceId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        keys: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...keyKinds), fc.constantFrom('1', '2', '3')), {
            maxLength: 4,
            selector: ([kind]) => kind,
          })
          .map((keys) => keys.map(([kind, key]) => ({ kind, key: kind + key }))),
      }),
      { maxLength: 12 },
    )
    .map((drafts) => drafts.map((draft, id): Candidate => ({ ...draft, id })));

  test('puts every candidate into one group, in any order of candidates', () => {
    fc.assert(
      fc.property(candidates, fc.infiniteStream(fc.double({ noNaN: true })), (items, order) => {
        const groups = partition(items);
        expect(groups.flat().map(({ id }) => id)).toHaveLength(items.length);
        const shuffled = items
          .map((item) => ({ item, at: order.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ item }) => item);
        expect(named(partition(shuffled))).toEqual(named(groups));
      }),
    );
  });

  test('gives the same groups for its own result', () => {
    fc.assert(
      fc.property(candidates, (items) => {
        const groups = partition(items);
        expect(named(groups.flatMap((group) => partition(group)))).toEqual(named(groups));
      }),
    );
  });

  test('never joins two GTINs', () => {
    fc.assert(
      fc.property(candidates, (items) => {
        for (const group of partition(items)) {
          const codes = new Set(
            group
              .flatMap(({ keys }) => keys.filter(({ kind }) => kind === 'gtin'))
              .map(({ key }) => key),
          );
          expect(codes.size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
