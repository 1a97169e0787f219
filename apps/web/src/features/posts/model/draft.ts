import { localisedNameSchema } from '@izgodno/contract/common/localised-name';
import type { Deal } from '@izgodno/contract/deals/deal';
import { convertMinor, type Money } from '@izgodno/contract/common/money';
import { MAX_DEAL_MEDIA, type DealDraft } from '@izgodno/contract/posts/calls';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import * as z from 'zod/mini';
import { splitTags, TAG_LIMITS, tagsSchema } from '@izgodno/contract/deals/tags';
import { localDay } from '#core/format/local-day.ts';
import { typedAmount } from '#core/format/money.ts';
import { formFileSchema } from '#core/uploads/form-file.ts';

const mediumSchema = z.extend(formFileSchema, { kind: z.enum(['image', 'video']) });
/** An image or video of a draft. */
export type DraftMedium = Readonly<z.infer<typeof mediumSchema>>;

/** The values of the form as typed; prices are text too. */
export const postDraftSchema = z.object({
  /** The key of its uploads. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Euro, as typed. */
  price: z.string(),
  originalPrice: z.string(),
  /** Empty in drafts of earlier releases. */
  delivery: z._default(z.string(), ''),
  category: z.nullable(z.enum(categories)),
  condition: z.enum(conditions),
  /** As typed; `location` is the chosen one. */
  place: z.string(),
  location: z.nullable(z.object({ id: z.string(), name: localisedNameSchema })),
  tags: z.readonly(z.array(z.string())),
  /** The tag that is being typed. */
  tag: z._default(z.string(), ''),
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
  delivery: '',
  category: null,
  condition: 'good',
  place: '',
  location: null,
  tags: [],
  tag: '',
  link: '',
  expiresOn: '',
  media: [],
});

/** Whether the draft has no content worth keeping. */
export const isBlank = (draft: PostDraft): boolean =>
  JSON.stringify(draft) === JSON.stringify(emptyDraft(draft.id));

/** Formats an amount in euro as typed. */
export const euroText = ({ amount, currency }: Money, language: 'bg' | 'en'): string =>
  typedAmount(convertMinor(amount, currency, 'EUR'), language);

interface StoredMedium {
  readonly id: string;
  readonly kind: 'image' | 'video';
}

interface StoredPost {
  readonly draft: DealDraft;
  readonly media: readonly StoredMedium[];
  readonly deal: Pick<Deal, 'location'>;
}

/** The draft of an existing post. */
export const draftOfDeal = (
  id: string,
  { draft: said, media, deal: { location } }: StoredPost,
  language: 'bg' | 'en',
): PostDraft => ({
  id,
  title: said.title,
  description: said.description,
  price: euroText(said.price, language),
  originalPrice: said.originalPrice === null ? '' : euroText(said.originalPrice, language),
  delivery: said.delivery === null ? '' : euroText(said.delivery, language),
  category: said.category,
  condition: said.condition,
  place: location?.name[language] ?? '',
  location: location ?? null,
  tags: said.tags,
  tag: '',
  link: said.link ?? '',
  expiresOn: said.expiresAt === null ? '' : localDay(said.expiresAt),
  media: media.map(({ id: fileId, kind }) => ({ key: fileId, kind, name: '', fileId })),
});

type Media = readonly DraftMedium[];

/**
 * Moves one medium to another position; the others keep their order. The first is the main image.
 */
export const moveMedium = (media: Media, key: string, index: number): Media => {
  const moved = media.find((medium) => medium.key === key);
  if (moved === undefined) return media;
  const others = media.filter((medium) => medium !== moved);
  const at = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, at), moved, ...others.slice(at)];
};

export const withoutMedium = (media: Media, key: string): Media =>
  media.filter((medium) => medium.key !== key);

export type TagError = 'tooMany' | 'tooLong' | 'noLetter';

export interface TagEntry {
  readonly tags: readonly string[];
  /** The invalid part, which the field keeps. */
  readonly rest: string;
  readonly error: TagError | null;
}

const errorOf = (tag: string): TagError =>
  tag.length > TAG_LIMITS.length ? 'tooLong' : 'noLetter';

/** Adds typed tags: commas separate them, and each occurs once. */
export const addTags = (tags: readonly string[], typed: string): TagEntry => {
  const next = [...tags];
  const rejected: string[] = [];
  let error: TagError | null = null;
  for (const tag of splitTags(typed)) {
    if (next.includes(tag)) continue;
    if (next.length >= TAG_LIMITS.count) error ??= 'tooMany';
    else if (z.safeParse(tagsSchema, [tag]).success) {
      next.push(tag);
      continue;
    } else error ??= errorOf(tag);
    rejected.push(tag);
  }
  return { tags: next, rest: rejected.join(', '), error };
};
