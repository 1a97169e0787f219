import type { Deal } from '@izgodno/contract/deals/deal';
import { useState, type ComponentType } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { mediumSource } from '../browser/medium-source.ts';
import type { PostDraft } from '../model/draft.ts';
import { previewDeal } from '../model/preview.ts';
import styles from './draft-preview.module.css';

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
    const url = mediumSource(medium);
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
