import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { moneySchema } from '../common/money.ts';
import { fileIdSchema } from '../uploads/file.ts';
import { categorySchema, conditionSchema } from '../deals/vocabulary.ts';

export const MAX_READ_LINK_LENGTH = 2_000;
/** The largest number of images from a product page. */
export const MAX_LINK_IMAGES = 5;

/** The product of a product page. Null values are missing there. */
export const productPageSchema = z.object({
  /** The page's own URL, after redirects. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.nullable(moneySchema),
  /** The shop's former price, in the currency of the price and above it. */
  originalPrice: z.nullable(moneySchema),
  category: z.nullable(categorySchema),
  condition: z.nullable(conditionSchema),
  /** Absolute URLs at the shop. */
  images: z.readonly(z.array(z.string())),
  brand: z.nullable(z.string()),
  /** 8, 12, 13 or 14 digits. */
  gtin: z.nullable(z.string()),
  mpn: z.nullable(z.string()),
  inStock: z.boolean(),
  /** The site's own name. */
  merchant: z.nullable(z.string()),
});
export type ProductPage = z.infer<typeof productPageSchema>;

/** An http or https URL that a user pastes. */
export const webUrlSchema = z
  .string()
  .check(z.trim(), z.maxLength(MAX_READ_LINK_LENGTH), z.url({ protocol: /^https?$/ }));

export const readLink = defineCall({
  method: 'POST',
  path: '/api/deals/read-link',
  summary: 'Read the product page behind a link, to fill the form of a post with it',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(20, 10 * MINUTE_MS)] },
  audit: false,
  scope: 'deals:read',
  errors: ['link_unreadable'],
  body: z.strictObject({
    url: webUrlSchema,
  }),
  response: z.object({ success: z.literal(true), product: productPageSchema }),
});

export const takeLinkImages = defineCall({
  method: 'POST',
  path: '/api/deals/link-pictures',
  summary: "Make the pictures of a product page one's own files, to be posted with a deal",
  access: 'member',
  limit: { cost: 30, rates: [perAccount(20, 10 * MINUTE_MS)] },
  audit: false,
  scope: 'uploads:write',
  errors: [
    'file_empty',
    'file_too_large',
    'file_type_refused',
    'limit_reached',
    'not_found',
    'quota_exceeded',
    'upload_conflict',
    'upload_superseded',
  ],
  body: z.strictObject({
    urls: z.array(webUrlSchema).check(z.minLength(1), z.maxLength(MAX_LINK_IMAGES)),
  }),
  response: z.object({
    success: z.literal(true),
    /** Ids in the order of `urls`; URLs that cannot be fetched or are no image are left out. */
    files: z.array(fileIdSchema),
  }),
});
