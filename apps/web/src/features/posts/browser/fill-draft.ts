import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import type { Money } from '@izgodno/contract/common/money';
import { DEAL_DESCRIPTION_LENGTH, DEAL_TITLE_LENGTH } from '@izgodno/contract/posts/calls';
import { currentLanguage } from '#core/language/language.ts';
import { takeImages } from '../calls.ts';
import type { OpenDraft } from './open-draft.ts';
import { euroText, type PostDraft } from '../model/draft.ts';

const foundPrice = (money: Money | null, language: 'bg' | 'en'): string =>
  money === null ? '' : euroText(money, language);

const unlessTyped = (typed: string, found: string): string => (typed.trim() === '' ? found : typed);

/** Adds the images of a product page to the draft, unless it has others or its link has changed. */
const withImages = (
  draft: PostDraft,
  product: ProductPage,
  fileIds: readonly string[],
): PostDraft =>
  draft.link === product.url && draft.media.length === 0
    ? {
        ...draft,
        media: fileIds.map((fileId) => ({ key: fileId, kind: 'image', name: '', fileId })),
      }
    : draft;

/** Fills the draft from a product page. Values that the user has typed stay. */
const fillFrom = (draft: PostDraft, product: ProductPage, language: 'bg' | 'en'): PostDraft => ({
  ...draft,
  link: product.url,
  title: unlessTyped(draft.title, product.title.slice(0, DEAL_TITLE_LENGTH.maximum)),
  description: unlessTyped(
    draft.description,
    product.description.slice(0, DEAL_DESCRIPTION_LENGTH.maximum),
  ),
  price: unlessTyped(draft.price, foundPrice(product.price, language)),
  originalPrice: unlessTyped(draft.originalPrice, foundPrice(product.originalPrice, language)),
  category: draft.category ?? product.category,
  condition: product.condition ?? draft.condition,
});

/** Fills the draft from a product page, and adds its images if the draft has none. */
export const fillDraft = async (open: OpenDraft, product: ProductPage): Promise<void> => {
  open.change(fillFrom(open.draft.get(), product, currentLanguage().code));
  if (open.draft.get().media.length > 0) return;
  const files = await takeImages(product);
  const draftNow = open.draft.get();
  const filled = withImages(draftNow, product, files);
  if (filled !== draftNow) open.change(filled);
};
