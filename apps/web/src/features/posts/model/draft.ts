import { localisedNameSchema, type Deal } from '@izgodno/contract/deals/deal';
import { convertMinor, type Money } from '@izgodno/contract/common/money';
import { MAX_DEAL_MEDIA, type DealDraft } from '@izgodno/contract/posts/calls';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import { fileUrl } from '@izgodno/contract/uploads/file';
import * as z from 'zod/mini';

const mediumSchema = z.object({
  /** Its upload's id; of what was posted before, the file's. */
  key: z.string(),
  kind: z.enum(['image', 'video']),
  /** As the file was called; empty where that is not known any more. */
  name: z.string(),
  /** Null while the file is on its way. */
  fileId: z.nullable(z.string()),
});
/** A picture or video of a draft. */
export type DraftMedium = Readonly<z.infer<typeof mediumSchema>>;

/** What has been typed and chosen so far, as it was: prices, too, are text. */
export const postDraftSchema = z.object({
  /** What its uploads are filed under. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Euro, as typed. */
  price: z.string(),
  originalPrice: z.string(),
  category: z.nullable(z.enum(categories)),
  condition: z.enum(conditions),
  /** As typed; `location` is what was chosen for it. */
  place: z.string(),
  location: z.nullable(z.object({ id: z.string(), name: localisedNameSchema })),
  tags: z.readonly(z.array(z.string())),
  link: z.string(),
  /** A day (`2027-02-10`), or empty. */
  expiresOn: z.string(),
  media: z.readonly(z.array(mediumSchema).check(z.maxLength(MAX_DEAL_MEDIA))),
});
export type PostDraft = Readonly<z.infer<typeof postDraftSchema>>;

export const emptyDraft = (id: string): PostDraft => ({
  id,
  title: '',
  description: '',
  price: '',
  originalPrice: '',
  category: null,
  condition: 'good',
  place: '',
  location: null,
  tags: [],
  link: '',
  expiresOn: '',
  media: [],
});

/** Whether something has been said that would be a pity to lose. */
export const isBlank = (draft: PostDraft): boolean =>
  JSON.stringify(draft) === JSON.stringify(emptyDraft(draft.id));

/** Euro cents as one types them: `1250` is `12.50`, in Bulgarian `12,50`. */
export const amountText = (cents: number, language: 'bg' | 'en'): string => {
  const text = (cents / 100).toFixed(2).replace(/\.00$/, '');
  return language === 'bg' ? text.replace('.', ',') : text;
};

/** An amount in euro as one types it. */
export const euroText = ({ amount, currency }: Money, language: 'bg' | 'en'): string =>
  amountText(convertMinor(amount, currency, 'EUR'), language);

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The day of a moment where one is. */
export const dayOf = (iso: string): string => {
  const at = new Date(iso);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
};

export interface StoredMedium {
  readonly id: string;
  readonly kind: 'image' | 'video';
}

/** A posted deal as its form shows it. */
export const draftOfDeal = (
  id: string,
  said: DealDraft,
  media: readonly StoredMedium[],
  location: Deal['location'],
  language: 'bg' | 'en',
): PostDraft => ({
  id,
  title: said.title,
  description: said.description,
  price: euroText(said.price, language),
  originalPrice: said.originalPrice === null ? '' : euroText(said.originalPrice, language),
  category: said.category,
  condition: said.condition,
  place: location?.name[language] ?? '',
  location: location ?? null,
  tags: said.tags,
  link: said.link ?? '',
  expiresOn: said.expiresAt === null ? '' : dayOf(said.expiresAt),
  media: media.map(({ id: fileId, kind }) => ({ key: fileId, kind, name: '', fileId })),
});

/** Where the page finds a picture that is on the server. */
export const mediumUrl = ({ fileId }: DraftMedium): string | undefined =>
  fileId === null ? undefined : fileUrl(fileId);
