import {
  MAX_LINK_IMAGES,
  readLink,
  takeLinkImages,
  type ProductPage,
} from '@izgodno/contract/sources/link-calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import {
  createDeal,
  findPossibleDuplicates,
  getDealDraft,
  updateDeal,
  type DealChanges,
  type DealDraft,
} from '@izgodno/contract/posts/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** A post as its owner sees it. */
export const postedQuery = (dealId: string) =>
  queryOptions({
    queryKey: ['deals', 'draft', dealId],
    queryFn: async ({ signal }) => {
      const params = { id: dealId };
      const [{ draft, media, status }, { deal }] = await Promise.all([
        api.call(getDealDraft, { params }, signal),
        api.call(getDeal, { params }, signal),
      ]);
      return { draft, media, status, deal };
    },
    // A refetch must not change the form while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Throws `ApiError`. */
export const readProduct = async (url: string): Promise<ProductPage> =>
  (await api.call(readLink, { body: { url } })).product;

/** Returns the file ids of a product page's images; empty if they cannot be fetched. */
export const takeImages = async ({ images }: ProductPage): Promise<readonly string[]> => {
  if (images.length === 0) return [];
  try {
    const urls = images.slice(0, MAX_LINK_IMAGES);
    return (await api.call(takeLinkImages, { body: { urls } })).files;
  } catch {
    return [];
  }
};

/**
 * Returns possible duplicates of the post; empty if the check fails, because that must not prevent
 * posting.
 */
export const possibleDuplicates = async ({
  title,
  price,
  category,
  link,
}: DealDraft): Promise<readonly Deal[]> => {
  try {
    const { duplicates } = await api.call(findPossibleDuplicates, {
      body: { title, price, category, link },
    });
    return duplicates.map(({ deal }) => deal);
  } catch {
    return [];
  }
};

/** May be repeated with the same id if no response came. Throws `ApiError`. */
export const postDeal = async (post: DealDraft, clientId: string): Promise<Deal> =>
  (await api.call(createDeal, { body: { ...post, clientId } })).deal;

/** Throws `ApiError`. */
export const changeDeal = async (id: string, changes: DealChanges): Promise<Deal> =>
  (await api.call(updateDeal, { params: { id }, body: changes })).deal;
