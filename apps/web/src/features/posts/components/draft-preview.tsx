import type { Deal, Media } from '@izgodno/contract/deals/deal';
import { type ComponentType, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { previewUrl } from '#core/uploads/browser/form-file-preview.ts';
import type { PostDraft } from '../model/draft.ts';
import { readAmount } from '#core/format/read-amount.ts';
import styles from './draft-preview.module.css';

interface PreviewContext {
  /** Shown instead of a missing title. */
  readonly untitled: string;
  readonly source: string;
  /** ISO 8601. */
  readonly now: string;
  readonly media: readonly Media[];
}

const euro = (amount: number) => ({ amount, currency: 'EUR' as const });

/**
 * The deal as it will appear: price 0 and condition good until values are given (specification,
 * section 3).
 */
const previewDeal = (draft: PostDraft, context: PreviewContext): Deal => {
  const price = readAmount(draft.price) || 0;
  return {
    id: '1',
    title: draft.title.trim() || context.untitled,
    description: draft.description,
    media: [...context.media],
    price: euro(price),
    category: draft.category ?? 'other',
    condition: draft.condition,
    ...(draft.location === null ? {} : { location: draft.location }),
    tags: [...draft.tags],
    source: { id: 'users', name: context.source, group: 'marketplace' },
    status: 'active',
    inStock: true,
    views: 0,
    likes: 0,
    postedAt: context.now,
  };
};

interface DraftPreviewProps {
  readonly draft: PostDraft;
  /** Renders a deal as lists do. */
  readonly Card: ComponentType<{ deal: Deal }>;
}

/** A preview of the deal. Its links and buttons do nothing. */
export const DraftPreview = ({ draft, Card }: DraftPreviewProps) => {
  const { t } = useLanguage();
  const [now] = useState(() => new Date().toISOString());
  const media = draft.media.flatMap((medium) => {
    const url = previewUrl(medium);
    return url === undefined ? [] : [{ url, kind: medium.kind }];
  });
  const deal = previewDeal(draft, {
    untitled: t('posts.untitled'),
    source: t('posts.source'),
    now,
    media,
  });
  return (
    <aside className={styles['preview']} aria-labelledby="draft-preview">
      <h2 id="draft-preview">{t('posts.preview')}</h2>
      <div inert>
        <Card deal={deal} />
      </div>
    </aside>
  );
};
