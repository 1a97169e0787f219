import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import { currentLanguage } from '#core/language/language.ts';
import { takeImages } from '../calls.ts';
import { fillFrom, withImages } from '../model/product-page.ts';
import type { OpenDraft } from './open-draft.ts';

/** Fills the draft from a product page, and adds its images if the draft has none. */
export const fillDraft = async (open: OpenDraft, product: ProductPage): Promise<void> => {
  open.change(fillFrom(open.draft.get(), product, currentLanguage().code));
  if (open.draft.get().media.length > 0) return;
  const files = await takeImages(product);
  const draftNow = open.draft.get();
  const filled = withImages(draftNow, product, files);
  if (filled !== draftNow) open.change(filled);
};
