import { DAY_MS } from '@izgodno/contract/common/durations';
import type { FieldError } from '@izgodno/contract/common/errors';
import { MAX_PRICE_MINOR, type Money } from '@izgodno/contract/common/money';
import type { Media } from '@izgodno/contract/deals/deal';
import {
  MAX_DEAL_LIFETIME_DAYS,
  postFieldErrors,
  type DealDraft,
} from '@izgodno/contract/posts/calls';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Files } from '#features/uploads/api.ts';

const errors = {
  media: { code: postFieldErrors.unknownFile, message: 'Expected own pictures and videos' },
  location: { code: postFieldErrors.unknownLocation, message: 'Expected a known place' },
  originalPrice: {
    code: postFieldErrors.notAboveThePrice,
    message: 'Expected more than the price, in the same currency',
  },
  highPrice: {
    code: postFieldErrors.outOfRange,
    message: 'Expected at most the highest price, in the currency of the price',
  },
  expiresAt: {
    code: postFieldErrors.outOfRange,
    message: `Expected a time from now to ${MAX_DEAL_LIFETIME_DAYS} days ahead`,
  },
} as const satisfies Readonly<Record<string, FieldError>>;

/** The error for a draft's unknown files, for checks after validation. */
export const unknownFiles = (cause: unknown): CallError =>
  new CallError('validation_failed', { fields: { media: errors.media }, cause });

const toMedia = ({ kind, url, width, height }: StoredFile): Media | null =>
  kind === 'image' || kind === 'video'
    ? {
        url,
        kind,
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
      }
    : null;

export interface DraftChecks {
  readonly database: Database;
  readonly files: Files;
  readonly now: number;
  readonly ownerId: string;
}

const isAboveThePrice = ({ price, originalPrice }: DealDraft): boolean =>
  originalPrice === null ||
  (originalPrice.currency === price.currency && originalPrice.amount > price.amount);

/** A former price that was given in euro and converted to leva can exceed the limit of prices. */
const isPrice = (money: Money | null): boolean => money === null || money.amount <= MAX_PRICE_MINOR;

const isKnownLocation = async (database: Database, id: string | null): Promise<boolean> =>
  id === null ||
  (await database.selectFrom('locations').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined;

const isWithinReach = (expiresAt: string | null, now: number): boolean => {
  if (expiresAt === null) return true;
  const ahead = Date.parse(expiresAt) - now;
  return ahead > 0 && ahead <= MAX_DEAL_LIFETIME_DAYS * DAY_MS;
};

/**
 * Checks what the contract cannot: files, location, prices against each other, and the end. Returns
 * the media of the draft. Throws `validation_failed` with every invalid field. `newExpiry` is the
 * newly given end; a stored one may have passed.
 */
export const checkDraft = async (
  { database, files, now, ownerId }: DraftChecks,
  draft: DealDraft,
  newExpiry: string | null,
): Promise<readonly Media[]> => {
  const [owned, locationIsKnown] = await Promise.all([
    files.findOwned(draft.media, ownerId),
    isKnownLocation(database, draft.location),
  ]);
  const media = owned.flatMap((file) => toMedia(file) ?? []);
  const fields = {
    ...(media.length === draft.media.length ? {} : { media: errors.media }),
    ...(locationIsKnown ? {} : { location: errors.location }),
    ...(isAboveThePrice(draft) ? {} : { originalPrice: errors.originalPrice }),
    ...(isPrice(draft.originalPrice) ? {} : { originalPrice: errors.highPrice }),
    ...(isWithinReach(newExpiry, now) ? {} : { expiresAt: errors.expiresAt }),
  };
  if (Object.keys(fields).length > 0) throw new CallError('validation_failed', { fields });
  return media;
};
