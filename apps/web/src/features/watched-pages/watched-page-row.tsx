import { convertMinor } from '@izgodno/contract/common/money';
import type { WatchedPage } from '@izgodno/contract/watched-pages/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { priceText } from '#core/format/money.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { secondaryAmountStore } from '#core/format/secondary-amount.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { unwatch } from './calls.ts';
import styles from './watched-pages.module.css';

/** How the price differs from the one that the user saw first; null if it does not. */
const differenceText = (
  { price, firstPrice }: WatchedPage,
  { t, code }: CurrentLanguage,
): string | null => {
  const change =
    convertMinor(price.amount, price.currency, 'EUR') -
    convertMinor(firstPrice.amount, firstPrice.currency, 'EUR');
  if (change === 0) return null;
  const amount = priceText({ amount: Math.abs(change), currency: 'EUR' }, code).euro;
  return t(change < 0 ? 'watched.cheaper' : 'watched.dearer', { amount });
};

interface WatchedPageRowProps {
  readonly page: WatchedPage;
  readonly userId: string;
}

/** A shop's page that the user watches. */
export const WatchedPageRow = ({ page, userId }: WatchedPageRowProps) => {
  const language = useLanguage();
  const { t, code } = language;
  const now = useNow();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => unwatch(queries, userId, page.id),
    onError: showFailure,
  });
  const hasSecondary = useStore(secondaryAmountStore);
  const difference = differenceText(page, language);
  const { euro, lev } = priceText(page.price, code);
  return (
    <li className={styles['row']} data-ended={page.end !== undefined}>
      <div className={styles['image']}>
        <ResponsiveImage src={page.imageUrl} alt="" signSize={28} loading="lazy" />
      </div>
      <div className={styles['body']}>
        <a
          href={page.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          lang={langOf(page.title, code)}
        >
          {page.title}
        </a>
        <p className={styles['muted']}>
          {page.merchant} ·{' '}
          {t('watched.checked', { when: relativeTime(page.checkedAt, now, code) })}
        </p>
        <p>
          <strong>{euro}</strong>
          {hasSecondary && <span className={styles['muted']}> {lev}</span>}
        </p>
        {difference !== null && <p className={styles['muted']}>{difference}</p>}
        {page.end !== undefined ? (
          <p className={styles['end']}>{t(`watched.end.${page.end}`)}</p>
        ) : (
          !page.inStock && <p className={styles['end']}>{t('watched.soldOut')}</p>
        )}
      </div>
      <Button
        aria-label={t('watched.removeNamed', { title: page.title })}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {t('watched.remove')}
      </Button>
    </li>
  );
};
