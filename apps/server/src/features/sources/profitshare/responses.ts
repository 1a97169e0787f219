import * as z from 'zod/mini';
import { loose } from '../records/loose-values.ts';

/** The error code of a rejected call. */
export const rejectionSchema = z.object({
  error: z.object({ code: z.string(), message: loose.text }),
});

export const advertisersSchema = z.object({
  result: z.array(z.object({ id: loose.text, name: loose.text, category: loose.text })),
});

const wholeNumber = z.pipe(loose.number, z.int().check(z.minimum(0)));

/** Products are not parsed here, so that an invalid one rejects only its own row. */
export const productPageSchema = z.object({
  result: z.object({
    current_page: wholeNumber,
    total_pages: wholeNumber,
    products: z.array(z.unknown()),
  }),
});

/** The documented fields, and others that clients have seen. */
export const productSchema = z.object({
  link: loose.text,
  name: loose.text,
  image: loose.text,
  image_original: loose.text,
  description: loose.text,
  price_vat: loose.text,
  price_discounted: loose.text,
  advertiser_id: loose.text,
  advertiser_name: loose.text,
  category_name: loose.text,
  brand_name: loose.text,
  part_number: loose.text,
  affiliate_link: loose.text,
  free_shipping: loose.flag,
});
export type Product = z.infer<typeof productSchema>;

export const campaignPageSchema = z.object({
  result: z.object({
    paginator: z.object({ currentPage: wholeNumber, totalPages: wholeNumber }),
    campaigns: z.array(
      z.object({ name: loose.text, startDate: loose.text, endDate: loose.text, url: loose.text }),
    ),
  }),
});
export type Campaign = z.infer<typeof campaignPageSchema>['result']['campaigns'][number];

export const linksSchema = z.object({
  result: z.array(z.object({ name: loose.text, url: loose.text, ps_url: loose.text })),
});
