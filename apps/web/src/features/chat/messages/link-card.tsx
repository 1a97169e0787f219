import type { MessageLink } from '@izgodno/contract/chat/message';
import { Suspense } from 'react';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import {
  ErrorBoundary,
  lazyComponent,
  RetryLoading,
  type FailureProps,
} from '#core/lazy-component.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import styles from './link-card.module.css';

const DealLink = lazyComponent(
  ['chat', 'deals'],
  async () => (await import('./deal-link.tsx')).DealLink,
);

/** A card of the final height, until the deal is known. */
const EmptyCard = () => <div className={styles['card']} aria-busy="true" />;

const NotLoaded = (failure: FailureProps) => (
  <>
    <EmptyCard />
    <RetryLoading {...failure} />
  </>
);

/** The card for a link in a message. */
export const LinkCard = ({ link }: { link: MessageLink }) => {
  const { code } = useLanguage();
  if (link.kind === 'deal') {
    return (
      <ErrorBoundary fallback={NotLoaded}>
        <Suspense fallback={<EmptyCard />}>
          <DealLink dealId={link.dealId} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  const { url, title, description, siteName, imageUrl } = link;
  return (
    <a className={styles['card']} href={url} target="_blank" rel="noopener noreferrer nofollow">
      <span className={styles['image']}>
        {imageUrl === null ? (
          <Icon name="external" size={24} />
        ) : (
          <ResponsiveImage src={imageUrl} alt="" signSize={24} loading="lazy" />
        )}
      </span>
      <span className={styles['title']} lang={langOf(title, code)}>
        {title || url}
      </span>
      <span className={styles['text']} lang={langOf(description, code)}>
        {description}
      </span>
      <span className={styles['state']}>{siteName || new URL(url).hostname}</span>
    </a>
  );
};
