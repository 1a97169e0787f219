import type { Deal } from '@izgodno/contract/deals/deal';
import type { View } from '@izgodno/contract/search/deal-search';
import { sourceName } from '#core/format/source-name.ts';
import { Link } from '#core/router/link.tsx';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { cardLinkId, rememberOpened } from '#core/deals/opened-deals.ts';
import { dealHref } from '#core/deals/paths.ts';
import { unavailableText } from '#core/deals/unavailable-text.ts';
import { numberText } from '#core/format/number-format.ts';
import { CommissionLabel } from './commission-label.tsx';
import { DealPrice } from './deal-price.tsx';
import { FavoriteButton } from '#features/engagement/api.ts';
import { PriceAssessment } from './price-assessment.tsx';
import { PostedTime } from './posted-time.tsx';
import styles from './deal-card.module.css';

interface DealCardProps {
  readonly deal: Deal;
  /** Whether the image is probably visible at once. */
  readonly eager: boolean;
  readonly view: View;
  /** Whether Back from the deal leads to results. */
  readonly isResult: boolean;
}

/** A trip is neither new nor used, though every deal has a condition. */
export const hasCondition = ({ source }: Deal): boolean => source.group !== 'travel';

export const DealCard = ({ deal, eager, view, isResult }: DealCardProps) => {
  'use memo';
  const { code, t } = useLanguage();
  return (
    <article
      className={styles['card']}
      aria-labelledby={cardLinkId(deal.id)}
      data-view={view}
      data-gone={unavailableText(deal) !== undefined}
    >
      <CardImage deal={deal} eager={eager} />
      <div className={styles['favorite']}>
        <FavoriteButton deal={deal} />
      </div>
      <div className={styles['body']}>
        <DealPrice deal={deal} />
        <PriceAssessment deal={deal} />
        <h2 className={styles['title']} lang={langOf(deal.title, code)}>
          <Link
            id={cardLinkId(deal.id)}
            href={dealHref(deal.id)}
            state={isResult ? { fromDeals: true } : {}}
            onClick={() => rememberOpened(deal.id)}
          >
            {deal.title}
          </Link>
        </h2>
        {view === 'list' && (
          <p className={styles['description']} lang={langOf(deal.description, code)}>
            {deal.description}
          </p>
        )}
        <p className={styles['facts']}>
          {hasCondition(deal) && <span>{t(`condition.${deal.condition}`)}</span>}
          {deal.choices !== undefined && (
            <span>{t(`deal.choices.${deal.choices.kind}`, { count: deal.choices.count })}</span>
          )}
          {deal.offerCount !== undefined && (
            <span>{t('deal.offerCount', { count: deal.offerCount })}</span>
          )}
          {deal.rating !== undefined && (
            <span className={styles['rating']} title={t('filters.minRating')}>
              <Icon name="star" size={14} />
              {numberText(deal.rating, code)}
            </span>
          )}
          {deal.location && (
            <span className={styles['place']}>
              <Icon name="pin" size={14} />
              {deal.location.name[code]}
            </span>
          )}
        </p>
        <p className={styles['foot']}>
          <span className={styles['source']}>{sourceName(deal.source, code)}</span>
          {deal.details?.kind === 'fare' && deal.checkedAt !== undefined ? (
            <span>
              {t('deal.checked')} <PostedTime iso={deal.checkedAt} />
            </span>
          ) : (
            <PostedTime iso={deal.postedAt} />
          )}
          {deal.temperature ? (
            <span>
              <Icon name="trend" size={14} /> {numberText(deal.temperature, code)}°
            </span>
          ) : null}
          {deal.comments ? (
            <span>
              <Icon name="chat" size={14} /> {numberText(deal.comments, code)}
            </span>
          ) : null}
        </p>
        {deal.source.commission && <CommissionLabel />}
      </div>
    </article>
  );
};

const CardImage = ({ deal, eager }: { deal: Deal; eager: boolean }) => {
  const { t } = useLanguage();
  const unavailable = unavailableText(deal);
  const image = deal.media.find(({ kind }) => kind === 'image');
  return (
    <div className={styles['picture']}>
      <ResponsiveImage
        src={image?.url}
        width={image?.width ?? 400}
        height={image?.height ?? 300}
        // The title beside it describes the image.
        alt=""
        signSize={40}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
      {deal.discountPercent !== undefined && (
        <span className={styles['discount']}>
          {t('deal.discount', { percent: deal.discountPercent })}
        </span>
      )}
      {unavailable !== undefined && <span className={styles['gone']}>{t(unavailable)}</span>}
    </div>
  );
};
