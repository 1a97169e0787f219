import { ApiError } from '@izgodno/contract/common/client';
import { dealIdSchema, type Deal } from '@izgodno/contract/deals/deal';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#core/router/link.tsx';
import { useParams } from '#core/router/params.ts';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { dealQuery } from '../api.ts';
import { BackToDeals } from './back-to-deals.tsx';
import { DealFacts } from './deal-facts.tsx';
import { DealPrice } from './deal-price.tsx';
import { Gallery } from './gallery.tsx';
import styles from './deal-page.module.css';
import { dealsHref } from '../paths.ts';

export const DealPage = () => {
  const { dealId = '' } = useParams();
  return dealIdSchema.safeParse(dealId).success ? <LoadedDeal id={dealId} /> : <NoSuchDeal />;
};

const LoadedDeal = ({ id }: { id: string }) => {
  const { t } = useLanguage();
  const query = useQuery(dealQuery(id));
  if (query.data !== undefined) return <DealDetails deal={query.data} />;
  if (query.isPending) return <DealSkeleton />;
  if (query.error instanceof ApiError && query.error.status === 404) return <NoSuchDeal />;
  return (
    <div role="alert">
      <Notice icon="offline" title={t('deal.failed')} text={t(errorText(query.error))} level={1}>
        <Button tone="primary" onClick={() => void query.refetch()}>
          {t('shell.tryAgain')}
        </Button>
      </Notice>
    </div>
  );
};

const NoSuchDeal = () => {
  const { t } = useLanguage();
  usePageTitle(t('error.notFound'));
  return (
    <Notice icon="search" title={t('error.notFound')} text={t('deal.notFoundText')} level={1}>
      <Link href={dealsHref()} className={buttonClass('primary')}>
        {t('empty.browseAll')}
      </Link>
    </Notice>
  );
};

const DealDetails = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  usePageTitle(deal.title);
  return (
    <article className={styles['deal']}>
      <BackToDeals />
      <div className={styles['gallery']}>
        <Gallery media={deal.media} title={deal.title} />
      </div>
      <div className={styles['offer']}>
        <h1 className={styles['title']}>{deal.title}</h1>
        <div className={styles['priceRow']}>
          <DealPrice deal={deal} large />
          {deal.discountPercent !== undefined && (
            <span className={styles['discount']}>
              {t('deal.discount', { percent: deal.discountPercent })}
            </span>
          )}
        </div>
        {!deal.inStock && <p className={styles['gone']}>{t('deal.outOfStock')}</p>}
        <LinkOut deal={deal} />
        <DealFacts deal={deal} />
      </div>
      <section className={styles['description']} aria-labelledby="deal-description">
        <h2 id="deal-description">{t('deal.description')}</h2>
        <p>{deal.description === '' ? t('deal.noDescription') : deal.description}</p>
        {deal.tags.length > 0 && (
          <ul aria-label={t('deal.tags')} className={styles['tags']}>
            {deal.tags.map((tag) => (
              <li key={tag}>
                <Link href={dealsHref({ q: tag })}>{tag}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
};

const LinkOut = ({ deal: { url, source, merchant } }: { deal: Deal }) => {
  const { t } = useLanguage();
  // A feed may say anything: only web addresses are followed.
  if (url === undefined || !/^https?:\/\//i.test(url)) return null;
  return (
    <div className={styles['linkOut']}>
      <a
        href={url}
        target="_blank"
        rel="nofollow sponsored noopener"
        className={buttonClass('primary')}
      >
        {t('deal.goToOffer', { source: merchant ?? source.name })}
        <Icon name="external" size={18} />
        <span className={styles['spoken']}>{t('deal.newWindow')}</span>
      </a>
      {source.group === 'other' && <p className={styles['note']}>{t('deal.affiliateWhy')}</p>}
    </div>
  );
};

const DealSkeleton = () => {
  const { t } = useLanguage();
  return (
    <div className={styles['deal']} aria-busy="true" aria-label={t('shell.loading')}>
      <BackToDeals />
      <div className={`${styles['gallery']} ${styles['blank']}`} />
      <div className={styles['offer']}>
        <div className={`${styles['blankLine']} ${styles['blank']}`} />
        <div className={`${styles['blankLine']} ${styles['blank']}`} />
      </div>
    </div>
  );
};
