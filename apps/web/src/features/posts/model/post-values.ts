import { dealChangesSchema, type DealChanges, type DealDraft } from '@izgodno/contract/posts/calls';
import type { PostDraft } from './draft.ts';

const AMOUNT = /^(\d{1,10})(?:[.,](\d{1,2}))?$/;

/** Minor units of an amount as people type it (`12`, `12,5`, `1 250.00`); NaN where it is none. */
export const readAmount = (typed: string): number => {
  const [, whole, decimals = ''] = AMOUNT.exec(typed.replaceAll(/[\s\u00A0\u202F€]/g, '')) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
};

const euro = (typed: string) => ({ amount: readAmount(typed), currency: 'EUR' as const });

/** The last moment of a day where one is; what is no day stays as it is, for the schema to refuse. */
const endOfDay = (day: string): string => {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
};

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed);

/** A draft as the call takes it, faults and all: the schema names them. */
export const toPost = (draft: PostDraft) => ({
  title: draft.title,
  description: draft.description,
  price: euro(draft.price),
  originalPrice: draft.originalPrice.trim() === '' ? null : euro(draft.originalPrice),
  category: draft.category,
  condition: draft.condition,
  location: draft.location?.id ?? null,
  tags: [...draft.tags],
  media: draft.media.flatMap(({ fileId }) => fileId ?? []),
  link: orNull(draft.link),
  expiresAt: draft.expiresOn === '' ? null : endOfDay(draft.expiresOn),
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What differs between a deal as it was posted and the form as it is now. What was not touched is
 * not said again: a deal that has expired may be edited, though its day is past.
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
