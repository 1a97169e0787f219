import { ApiError } from '@izgodno/contract/common/client';
import { dealDraftSchema, postingFieldFaults, type DealDraft } from '@izgodno/contract/posts/calls';
import * as z from 'zod/mini';
import type { PostDraft } from './draft.ts';
import { toPost } from './post-values.ts';

/** In the order of the form: the first invalid one takes the focus. */
export const postFields = [
  'link',
  'media',
  'title',
  'category',
  'price',
  'originalPrice',
  'location',
  'description',
  'tags',
  'expiresAt',
] as const;
export type PostField = (typeof postFields)[number];

/** The error of each invalid field: a code of the schema library or of the server. */
export type PostFaults = Readonly<Partial<Record<PostField, string>>>;

const byField = (faults: readonly (readonly [path: string, code: string])[]): PostFaults => {
  const named: Partial<Record<PostField, string>> = {};
  for (const [path, code] of faults) {
    const field = postFields.find((known) => known === path.split('.')[0]);
    if (field !== undefined) named[field] ??= code;
  }
  return named;
};

export type CheckedDraft =
  | { readonly post: DealDraft; readonly faults?: undefined }
  | { readonly post?: undefined; readonly faults: PostFaults };

/**
 * Validates a draft by the contract, and by what the contract cannot check: a location typed but
 * not chosen, an old price that is not higher.
 */
export const checkDraft = (draft: PostDraft): CheckedDraft => {
  const parsed = z.safeParse(dealDraftSchema, toPost(draft));
  const found: (readonly [string, string])[] = (parsed.error?.issues ?? []).map(
    ({ path, code }) => [path.join('.'), code],
  );
  if (draft.place.trim() !== '' && draft.location === null) {
    found.push(['location', postingFieldFaults.unknownLocation]);
  }
  const { price, originalPrice } = toPost(draft);
  if (originalPrice !== null && originalPrice.amount <= price.amount) {
    found.push(['originalPrice', postingFieldFaults.notAboveThePrice]);
  }
  if (found.length === 0 && parsed.success) return { post: parsed.data };
  return { faults: byField(found) };
};

/** The server's errors by field. */
export const faultsOf = (error: unknown): PostFaults =>
  error instanceof ApiError
    ? byField(Object.entries(error.fields).map(([path, { code }]) => [path, code]))
    : {};

export const hasFaults = (faults: PostFaults): boolean => Object.keys(faults).length > 0;

export const withoutFault = (faults: PostFaults, field: PostField): PostFaults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => name !== field));
