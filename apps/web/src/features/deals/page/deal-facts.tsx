import type { Deal } from '@izgodno/contract/deals/deal';
import { Link } from '#core/router/link.tsx';
import { useLanguage } from '#core/language/language.ts';
import { hasCondition } from '../card/deal-card.tsx';
import { DealFact } from './deal-fact.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { PostedTime } from '../card/posted-time.tsx';
import { SourceName } from './source-name.tsx';
import styles from './deal-facts.module.css';
import { dealsHref, sellerHref } from '#core/deals/paths.ts';

export const DealFacts = ({ deal }: { deal: Deal }) => {
  const { code, t } = useLanguage();
  return (
    <dl className={styles['facts']}>
      <DealFact name="deal.source">
        <SourceName source={deal.source} />
      </DealFact>
      {deal.seller && (
        <DealFact name="deal.seller">
          <Link href={sellerHref(deal.seller.id)}>{deal.seller.name}</Link>
        </DealFact>
      )}
      <DealFact name="filters.category">
        <Link href={dealsHref({ category: [deal.category] })}>
          {t(`category.${deal.category}`)}
        </Link>
      </DealFact>
      {hasCondition(deal) && (
        <DealFact name="filters.condition">{t(`condition.${deal.condition}`)}</DealFact>
      )}
      {deal.location && (
        <DealFact name="filters.location">
          <Link href={dealsHref({ location: [deal.location.id] })}>{deal.location.name[code]}</Link>
        </DealFact>
      )}
      {deal.brand !== undefined && <DealFact name="deal.brand">{deal.brand}</DealFact>}
      {deal.rating !== undefined && (
        <DealFact name="filters.minRating">
          {t('deal.stars', { stars: deal.rating.toLocaleString(code) })}
        </DealFact>
      )}
      {deal.details !== undefined && <DetailFacts details={deal.details} />}
      <DealFact name="deal.posted">
        <PostedTime iso={deal.postedAt} />
      </DealFact>
      <DealFact name="deal.views">{deal.views.toLocaleString(code)}</DealFact>
    </dl>
  );
};
