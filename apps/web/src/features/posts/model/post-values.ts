import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  dealChangesSchema,
  MAX_DEAL_LIFETIME_DAYS,
  type DealChanges,
  type DealDraft,
} from '@izgodno/contract/posts/calls';
import { dayFrom } from '#core/format/local-day.ts';
import { readAmount } from '#core/format/read-amount.ts';
import { addTags, type PostDraft } from './draft.ts';

const euro = (typed: string) => ({ amount: readAmount(typed), currency: 'EUR' as const });

/**
 * Returns the last moment of a local day; any other text stays as it is, so that the schema rejects
 * it.
 */
const endOfDay = (day: string): string => {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
};

/** The last local day that a deal may be offered until: its end is within the limit, too. */
export const lastExpiryDay = (now: number): string =>
  dayFrom(now + MAX_DEAL_LIFETIME_DAYS * DAY_MS, -1);

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed);

/** Converts a draft to the call's body without validation; the schema reports the errors. */
export const toPost = (draft: PostDraft) => ({
  title: draft.title,
  description: draft.description,
  price: euro(draft.price),
  originalPrice: draft.originalPrice.trim() === '' ? null : euro(draft.originalPrice),
  delivery: draft.delivery.trim() === '' ? null : euro(draft.delivery),
  category: draft.category,
  condition: draft.condition,
  location: draft.location?.id ?? null,
  tags: [...addTags(draft.tags, draft.tag).tags],
  media: draft.media.flatMap(({ fileId }) => fileId ?? []),
  link: orNull(draft.link),
  expiresAt: draft.expiresOn === '' ? null : endOfDay(draft.expiresOn),
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A location and its name change together. */
const OF_LOCATION: readonly string[] = ['place', 'location'];

/**
 * Returns a draft of an existing post with the values of the post as it is `now` where the user
 * changed nothing: `before` is the post that the draft is based on. Without it, a draft would undo
 * what was changed elsewhere meanwhile.
 */
export const rebaseDraft = (draft: PostDraft, before: PostDraft, now: PostDraft): PostDraft => {
  const isChanged = (field: string): boolean =>
    !isSame(Reflect.get(draft, field), Reflect.get(before, field));
  const changed = Object.entries(draft).filter(([field]) =>
    OF_LOCATION.includes(field) ? OF_LOCATION.some(isChanged) : isChanged(field),
  );
  return { ...now, ...Object.fromEntries(changed) };
};

/**
 * Returns the difference between a stored post and the form. Unchanged values are not sent, so that
 * an expired deal can be edited although its day has passed.
 */
export const changesOf = (before: PostDraft, now: DealDraft, draft: PostDraft): DealChanges => {
  const said = toPost(before);
  const changes = Object.entries(now).filter(
    ([field, value]) =>
      !isSame(value, Reflect.get(said, field)) &&
      (field !== 'expiresAt' || draft.expiresOn !== before.expiresOn),
  );
  return dealChangesSchema.parse(Object.fromEntries(changes));
};
