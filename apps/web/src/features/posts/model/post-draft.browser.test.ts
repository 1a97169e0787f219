import fc from 'fast-check';
import { localDay } from '#core/format/local-day.ts';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { dealDraftSchema, MAX_DEAL_LIFETIME_DAYS } from '@izgodno/contract/posts/calls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { settleFiles } from '#core/uploads/form-file.ts';
import type { KeyValues } from '#shared/storage.ts';
import {
  draftOfDeal,
  emptyDraft,
  type DraftMedium,
  moveMedium,
  withoutMedium,
  addTags,
} from './draft.ts';
import { eraseDraft, keepDraft, readDraft } from '../browser/open-draft.ts';
import { checkDraft } from './errors.ts';
import { changesOf, lastExpiryDay, rebaseDraft, toPost } from './post-values.ts';

const memory = (): KeyValues => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
};

const medium = (key: string, fileId: string | null = null): DraftMedium => ({
  key,
  kind: 'image',
  name: `${key}.png`,
  fileId,
});

const keysOf = (media: readonly DraftMedium[]): readonly string[] => media.map(({ key }) => key);

describe('media', () => {
  const media = fc
    .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 })
    .map((keys) => keys.map((key) => medium(key)));

  test('are moved without a change of the others’ order', () => {
    fc.assert(
      fc.property(media, fc.nat(), fc.integer({ min: -2, max: 25 }), (before, pick, index) => {
        const moved = before[pick % before.length] ?? medium('');
        const after = moveMedium(before, moved.key, index);
        expect(keysOf(after).toSorted()).toEqual(keysOf(before).toSorted());
        expect(withoutMedium(after, moved.key)).toEqual(withoutMedium(before, moved.key));
        const last = before.length - 1;
        expect(after.indexOf(moved)).toBe(Math.min(Math.max(index, 0), last));
      }),
    );
  });

  test('become files in place, each file once', () => {
    const files = new Map([
      ['b', 'file-1'],
      ['c', 'file-2'],
    ]);
    const before = [medium('a', 'file-1'), medium('b'), medium('c'), medium('d')];
    expect(settleFiles(before, files)).toEqual([
      medium('a', 'file-1'),
      medium('c', 'file-2'),
      medium('d'),
    ]);
    expect(settleFiles(before.slice(3), files)).toEqual([medium('d')]);
  });

  test('without a change are the same list', () => {
    const before = [medium('a', 'file-1'), medium('b')];
    expect(settleFiles(before, new Map())).toBe(before);
  });
});

describe('tags', () => {
  test('are separated by commas, each added once', () => {
    expect(addTags(['bike'], 'Bike, #City,, road  bike')).toEqual({
      tags: ['bike', 'city', 'road bike'],
      rest: '',
      error: null,
    });
  });

  test('that are invalid stay in the field', () => {
    expect(addTags([], '🔥, ok')).toEqual({ tags: ['ok'], rest: '🔥', error: 'noLetter' });
    expect(addTags([], 'x'.repeat(41))).toMatchObject({ tags: [], error: 'tooLong' });
    const full = Array.from({ length: 20 }, (_, rank) => `tag ${rank}`);
    expect(addTags(full, 'more')).toMatchObject({ tags: full, rest: 'more', error: 'tooMany' });
  });
});

describe('a draft', () => {
  const of = { userId: 'mila', dealId: undefined };
  const valid = { ...emptyDraft('one'), title: 'A bike', price: '5', category: 'sports' } as const;

  const empty = emptyDraft('two');

  test('is stored for its user and deal only, and only with content', () => {
    const values = memory();
    keepDraft(values, of, valid, empty);
    expect(readDraft(values, of, empty)).toEqual(valid);
    expect(readDraft(values, { ...of, userId: 'ivan' }, empty)).toBeNull();
    expect(readDraft(values, { ...of, dealId: '7' }, empty)).toBeNull();
    keepDraft(values, of, emptyDraft('one'), empty);
    expect(readDraft(values, of, empty)).toBeNull();
  });

  test('that is unreadable counts as none', () => {
    const values = memory();
    keepDraft(values, of, valid, empty);
    const broken: KeyValues = { ...values, getItem: () => '{"id":"one","title":5}' };
    expect(readDraft(broken, of, empty)).toBeNull();
    eraseDraft(values, of);
    expect(readDraft(values, of, empty)).toBeNull();
  });

  test('of an existing post changes only what the user has changed, whatever the post says now', () => {
    const values = memory();
    const edited = { ...of, dealId: '7' };
    const file = crypto.randomUUID();
    const town = { id: 'plovdiv', name: { bg: 'Пловдив', en: 'Plovdiv' } };
    keepDraft(values, edited, { ...valid, description: 'Red' }, valid);
    const now = {
      ...valid,
      price: '4',
      media: [medium(file, file)],
      place: 'Plovdiv',
      location: town,
    };
    const opened = readDraft(values, edited, now) ?? empty;
    expect(opened).toEqual({ ...now, description: 'Red' });
    expect(changesOf(now, dealDraftSchema.parse(toPost(opened)), opened)).toEqual({
      description: 'Red',
    });
    expect(rebaseDraft({ ...valid, place: 'Sof' }, valid, now)).toMatchObject({
      place: 'Sof',
      location: null,
    });
  });

  test('has the tag that is being typed, which is sent with the others or is invalid', () => {
    const values = memory();
    const typed = { ...valid, tags: ['bike'], tag: 'City' };
    keepDraft(values, of, typed, empty);
    expect(readDraft(values, of, empty)).toEqual(typed);
    expect(checkDraft(typed).post?.tags).toEqual(['bike', 'city']);
    expect(checkDraft({ ...typed, tag: '🔥' }).errors).toEqual({ tags: 'noLetter' });
    // A draft of an earlier release has none.
    const { tag: _typed, ...earlier } = typed;
    values.setItem('post-draft:mila:new', JSON.stringify(earlier));
    expect(readDraft(values, of, empty)).toEqual({ ...typed, tag: '' });
  });

  test('is invalid if a location was typed but not chosen', () => {
    expect(checkDraft({ ...valid, place: 'Plovdiv' }).errors).toEqual({
      location: 'unknown_location',
    });
    expect(checkDraft(valid).errors).toBeUndefined();
  });

  test('of an existing post sends only the changes', () => {
    const said = checkDraft(valid).post;
    if (said === undefined) throw new Error('The draft has errors');
    // Its day has passed: unchanged values are not sent.
    const stored = { ...said, expiresAt: '2020-01-01T10:00:00.000Z' };
    const before = draftOfDeal('7', { draft: stored, media: [], deal: {} }, 'en');
    const unchanged = checkDraft(before).post;
    const priced = { ...before, price: '6' };
    const now = checkDraft(priced).post;
    if (unchanged === undefined || now === undefined) throw new Error('The draft has errors');
    expect(changesOf(before, unchanged, before)).toEqual({});
    expect(changesOf(before, now, priced)).toEqual({ price: { amount: 600, currency: 'EUR' } });
  });

  test('lasts until the end of its last day', () => {
    const { expiresAt } = toPost({ ...valid, expiresOn: '2027-02-10' });
    expect(localDay(expiresAt ?? '')).toBe('2027-02-10');
    expect(checkDraft({ ...valid, expiresOn: 'soon' }).errors).toHaveProperty('expiresAt');
  });

  test.each([
    ['begins', '2027-10-30T21:30:00Z', '2028-10-28'],
    ['ends', '2027-10-31T21:30:00Z', '2028-10-29'],
    ['is followed by a winter that ends later', '2029-03-29T21:30:00Z', '2030-03-28'],
  ])('has a last day that the server accepts when a day of 25 hours %s', async (_when, at, day) => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Sofia' });
    onTestFinished(async () => {
      await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
    });
    const now = Date.parse(at);
    const expiresOn = lastExpiryDay(now);
    expect(expiresOn).toBe(day);
    const { expiresAt } = toPost({ ...valid, expiresOn });
    const ahead = Date.parse(expiresAt ?? '') - now;
    expect(ahead).toBeLessThanOrEqual(MAX_DEAL_LIFETIME_DAYS * DAY_MS);
  });
});
