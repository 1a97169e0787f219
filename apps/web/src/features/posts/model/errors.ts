import { ApiError } from '@izgodno/contract/common/client';
import { dealDraftSchema, postFieldErrors, type DealDraft } from '@izgodno/contract/posts/calls';
import * as z from 'zod/mini';
import { addTags, type PostDraft } from './draft.ts';
import { toPost } from './post-values.ts';

/** In the order of the form: the first invalid one takes the focus. */
export const postFields = [
  'link',
  'media',
  'title',
  'category',
  'price',
  'originalPrice',
  'delivery',
  'location',
  'description',
  'tags',
  'expiresAt',
] as const;
export type PostField = (typeof postFields)[number];

/** The error of each invalid field: a code of the schema library or of the server. */
export type PostErrors = Readonly<Partial<Record<PostField, string>>>;

const byField = (errors: readonly (readonly [path: string, code: string])[]): PostErrors => {
  const named: Partial<Record<PostField, string>> = {};
  for (const [path, code] of errors) {
    const field = postFields.find((known) => known === path.split('.')[0]);
    if (field !== undefined) named[field] ??= code;
  }
  return named;
};

export type CheckedDraft =
  | { readonly post: DealDraft; readonly errors?: undefined }
  | { readonly post?: undefined; readonly errors: PostErrors };

/**
 * Validates a draft by the contract, and by what the contract cannot check: a location typed but
 * not chosen, an old price that is not higher, a typed tag that is none.
 */
export const checkDraft = (draft: PostDraft): CheckedDraft => {
  const parsed = z.safeParse(dealDraftSchema, toPost(draft));
  const found: (readonly [string, string])[] = (parsed.error?.issues ?? []).map(
    ({ path, code }) => [path.join('.'), code],
  );
  if (draft.place.trim() !== '' && draft.location === null) {
    found.push(['location', postFieldErrors.unknownLocation]);
  }
  const { price, originalPrice } = toPost(draft);
  if (originalPrice !== null && originalPrice.amount <= price.amount) {
    found.push(['originalPrice', postFieldErrors.notAboveThePrice]);
  }
  const { error } = addTags(draft.tags, draft.tag);
  if (error !== null) found.push(['tags', error]);
  if (found.length === 0 && parsed.success) return { post: parsed.data };
  return { errors: byField(found) };
};

/** The server's errors by field. */
export const errorsOf = (error: unknown): PostErrors =>
  error instanceof ApiError
    ? byField(Object.entries(error.fields).map(([path, { code }]) => [path, code]))
    : {};

export const hasErrors = (errors: PostErrors): boolean => Object.keys(errors).length > 0;

export const withoutError = (errors: PostErrors, field: PostField): PostErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
