import { ApiError } from '@izgodno/contract/common/client';
import { dealIdSchema } from '@izgodno/contract/deals/deal-id';
import type { Deal } from '@izgodno/contract/deals/deal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { useFragment } from '#core/router/fragment.ts';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { useParams } from '#core/router/params.ts';
import { sourceName } from '#core/format/source-name.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { usePageTitle } from '#core/page-title.ts';
import { useNear } from '#shared/hooks/use-near.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { isWebUrl } from '#core/deals/offer-url.ts';
import { unavailableText } from '#core/deals/unavailable-text.ts';
import { dealHref, dealsHref } from '#core/deals/paths.ts';
import { currentLocation, goBack, navigate, useLocation } from '#core/router/location.ts';
import { dealInLists, dealQuery, similarDealsQuery } from './calls.ts';
import { DealFacts } from './deal-facts.tsx';
import { PriceAssessment } from '../card/price-assessment.tsx';
import { DealPrice } from '../card/deal-price.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { LeaveLink } from '../offers/leave-link.tsx';
import { PostedTime } from '../card/posted-time.tsx';
import { DealCompanions } from '../card/deal-companions.tsx';
import { DealGrid } from '../card/deal-grid.tsx';
import styles from './deal-page.module.css';

/** Similar deals, once they come near the screen; none if they cannot be loaded. */
const SimilarDeals = ({ dealId }: { dealId: string }) => {
  const { t } = useLanguage();
  const [isNear, ref] = useNear();
  const deals = useQuery({ ...similarDealsQuery(dealId), enabled: isNear }).data ?? [];
  return (
    <>
      <DealCompanions ids={[dealId, ...deals.map(({ id }) => id)]} />
      <div ref={ref} className={styles['similar']} data-on="screen">
        {deals.length > 0 && (
          <section aria-labelledby="similar-deals">
            <h2 id="similar-deals">{t('deal.similar')}</h2>
            <DealGrid deals={deals} view="grid" label={t('deal.similar')} areResults={false} />
          </section>
        )}
      </div>
    </>
  );
};

/**
 * A part below the others, which loads when it comes near the screen. A link to its id, to which a
 * sign-in leads, shows it and gives it the focus.
 */
const WhenNear = ({ id, children }: { id: string; children: ReactNode }) => {
  const [isNear, ref] = useNear();
  useFragment(id, true);
  return (
    <div id={id} ref={ref} className={styles['prices']} tabIndex={-1}>
      {isNear && <Eventually>{children}</Eventually>}
    </div>
  );
};

/** Leads back to the results as they were; without results in the history, to all deals. */
const BackToDeals = () => {
  const { t } = useLanguage();
  const fromDeals = useLocation().state.fromDeals === true;
  return (
    <Link
      href={dealsHref()}
      className={buttonClass('quiet')}
      data-on="screen"
      onClick={(event) => {
        if (!fromDeals || !isPlainClick(event)) return;
        event.preventDefault();
        goBack();
      }}
    >
      <Icon name="chevronLeft" />
      {t(fromDeals ? 'deal.backToResults' : 'empty.browseAll')}
    </Link>
  );
};

const PriceSection = lazyComponent(
  ['deals', 'deals.offers', 'deals.page'],
  async () => (await import('../price/price-section.tsx')).PriceSection,
);

const VariantsTable = lazyComponent(
  ['deals.offers', 'deals.page'],
  async () => (await import('../offers/variants-table.tsx')).VariantsTable,
);

const Translation = lazyComponent(
  ['deals.offers'],
  async () => (await import('./translation.tsx')).Translation,
);

const PhoneNumbers = lazyComponent(
  ['deals.offers'],
  async () => (await import('./phone-numbers.tsx')).PhoneNumbers,
);

interface DealPageProps {
  /** What only its owner can do with the deal. */
  readonly renderOwner: (deal: Deal) => ReactNode;
  /** What every user can do with it. */
  readonly renderActions: (deal: Deal) => ReactNode;
  /** Alerts of its price. */
  readonly renderPriceAlert: (deal: Deal) => ReactNode;
  /** What users say about it. */
  readonly renderComments: (deal: Deal) => ReactNode;
  /** The dialog that reports it. */
  readonly renderReport: (deal: Deal) => ReactNode;
}

export const DealPage = (props: DealPageProps) => {
  const { dealId = '' } = useParams();
  return dealIdSchema.safeParse(dealId).success ? (
    <LoadedDeal {...props} id={dealId} />
  ) : (
    <NoSuchDeal />
  );
};

const LoadedDeal = ({ id, ...props }: DealPageProps & { readonly id: string }) => {
  const queries = useQueryClient();
  // On a slow line the page has at once what the list knew.
  const query = useQuery({ ...dealQuery(id), placeholderData: () => dealInLists(queries, id) });
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  if (query.data !== undefined) {
    // The deal was deleted meanwhile: it stays visible and says so.
    return (
      <DealDetails
        {...props}
        deal={isMissing ? { ...query.data, status: 'deleted' } : query.data}
      />
    );
  }
  if (query.isPending) return <DealSkeleton />;
  const successor = successorOf(query.error);
  if (successor !== undefined) return <MovedDeal to={successor} />;
  if (isMissing) return <NoSuchDeal />;
  return (
    <LoadFailure
      title="deal.failed"
      error={query.error}
      onRetry={() => void query.refetch()}
      level={1}
    />
  );
};

/** The deal that replaces a removed one, if the response names it. */
const successorOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 404
    ? dealIdSchema.safeParse(error.details['successor']).data
    : undefined;

/** Leads to the deal that replaces a removed one, as the server does when it loads the page. */
const MovedDeal = ({ to }: { to: string }) => {
  useLayoutEffect(() => {
    const { query, state } = currentLocation();
    navigate(`${dealHref(to)}${query}`, { replace: true, state });
  }, [to]);
  return <DealSkeleton />;
};

const NoSuchDeal = () => {
  const { t } = useLanguage();
  usePageTitle(t('deal.notFound'));
  return (
    <Notice icon="search" title={t('deal.notFound')} text={t('deal.notFoundText')} level={1}>
      <Link href={dealsHref()} className={buttonClass('primary')}>
        {t('empty.browseAll')}
      </Link>
    </Notice>
  );
};

const DealDetails = (props: DealPageProps & { readonly deal: Deal }) => {
  const { deal, renderOwner, renderActions, renderPriceAlert, renderComments, renderReport } =
    props;
  const { t, code } = useLanguage();
  const unavailable = unavailableText(deal);
  usePageTitle(deal.title);
  const descriptionLang = langOf(deal.description, code);
  const foreign = descriptionLang ?? langOf(deal.title, code);
  return (
    <article className={styles['deal']}>
      <BackToDeals />
      <div className={styles['gallery']}>
        <Gallery media={deal.media} title={deal.title} />
      </div>
      <div className={styles['beside']}>
        <div className={styles['offer']}>
          <h1 className={styles['title']} lang={langOf(deal.title, code)}>
            {deal.title}
          </h1>
          <div className={styles['priceRow']}>
            <DealPrice deal={deal} large />
            {deal.discountPercent !== undefined && (
              <span className={styles['discount']}>
                {t('deal.discount', { percent: deal.discountPercent })}
              </span>
            )}
          </div>
          <PriceAssessment deal={deal} />
          <output className={styles['gone']}>{unavailable !== undefined && t(unavailable)}</output>
          {renderOwner(deal)}
          <LinkOut deal={deal} />
          {deal.variants !== undefined && (
            <Eventually>
              <VariantsTable deal={deal} />
            </Eventually>
          )}
          {renderActions(deal)}
          <DealFacts deal={deal} />
        </div>
      </div>
      <section className={styles['description']} aria-labelledby="deal-description">
        <h2 id="deal-description">{t('deal.description')}</h2>
        <p lang={descriptionLang}>
          {deal.description === '' ? t('deal.noDescription') : deal.description}
        </p>
        {deal.masked === true && (
          <Eventually>
            <PhoneNumbers key={deal.id} deal={deal} />
          </Eventually>
        )}
        {foreign !== undefined && window.Translator !== undefined && (
          <Eventually>
            <Translation
              key={`${foreign}${deal.title}${deal.description}`}
              maker={window.Translator}
              deal={deal}
              from={foreign}
            />
          </Eventually>
        )}
        {deal.tags.length > 0 && (
          <ul aria-label={t('deal.tags')} className={styles['tags']}>
            {deal.tags.map((tag) => (
              <li key={tag}>
                <Link href={dealsHref({ q: tag })} lang={langOf(tag, code)}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <WhenNear id="prices">
        <PriceSection deal={deal} />
      </WhenNear>
      <WhenNear id="price-alert">{renderPriceAlert(deal)}</WhenNear>
      <WhenNear id="comments">{renderComments(deal)}</WhenNear>
      <SimilarDeals dealId={deal.id} />
      {renderReport(deal)}
    </article>
  );
};

const LinkOut = ({ deal }: { deal: Deal }) => {
  const { code, t } = useLanguage();
  const { url, source, merchant = sourceName(source, code) } = deal;
  if (!isWebUrl(url)) return null;
  const isFare = deal.details?.kind === 'fare';
  return (
    <div className={styles['linkOut']}>
      <LeaveLink
        dealId={deal.id}
        url={url}
        className={buttonClass('primary')}
        source={merchant}
        price={deal.price}
        isFare={isFare}
      >
        {t('deal.goToOffer', { source: merchant })}
        <Icon name="external" size={18} />
        <span className="visually-hidden">{t('deal.newWindow')}</span>
      </LeaveLink>
      {isFare && deal.checkedAt !== undefined && (
        <p className={styles['note']}>
          {t('deal.checked')} <PostedTime iso={deal.checkedAt} />
        </p>
      )}
      {source.commission && <p className={styles['note']}>{t('deal.affiliateWhy')}</p>}
    </div>
  );
};

const DealSkeleton = () => {
  const { t } = useLanguage();
  return (
    <div className={styles['deal']} aria-busy="true" aria-label={t('shell.loading')}>
      <BackToDeals />
      <div className={`${styles['gallery']} ${styles['blank']}`} />
      <div className={styles['beside']}>
        <div className={styles['offer']}>
          <div className={`${styles['blankLine']} ${styles['blank']}`} />
          <div className={`${styles['blankLine']} ${styles['blank']}`} />
        </div>
      </div>
    </div>
  );
};
