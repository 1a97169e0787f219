import type { Deal } from '@izgodno/contract/deals/deal';
import { Link } from '#core/router/link.tsx';
import type { ReactNode } from 'react';
import { useLanguage, type MessageKey } from '#core/language/language.ts';
import { hasCondition } from './deal-card.tsx';
import { PostedTime } from './posted-time.tsx';
import { SourceName } from './source-name.tsx';
import styles from './deal-facts.module.css';
import { dealsHref, sellerHref } from '../paths.ts';

export const DealFacts = ({ deal }: { deal: Deal }) => {
  const { code, t } = useLanguage();
  return (
    <dl className={styles['facts']}>
      <Fact name="deal.source">
        <SourceName source={deal.source} />
      </Fact>
      {deal.seller && (
        <Fact name="deal.seller">
          <Link href={sellerHref(deal.seller.id)}>{deal.seller.name}</Link>
        </Fact>
      )}
      <Fact name="filters.category">
        <Link href={dealsHref({ category: [deal.category] })}>
          {t(`category.${deal.category}`)}
        </Link>
      </Fact>
      {hasCondition(deal) && (
        <Fact name="filters.condition">{t(`condition.${deal.condition}`)}</Fact>
      )}
      {deal.location && (
        <Fact name="filters.location">
          <Link href={dealsHref({ location: [deal.location.id] })}>{deal.location.name[code]}</Link>
        </Fact>
      )}
      {deal.brand !== undefined && <Fact name="deal.brand">{deal.brand}</Fact>}
      {deal.rating !== undefined && (
        <Fact name="filters.rating">
          {t('deal.stars', { stars: deal.rating.toLocaleString(code) })}
        </Fact>
      )}
      <Fact name="deal.posted">
        <PostedTime iso={deal.postedAt} />
      </Fact>
      <Fact name="deal.views">{deal.views.toLocaleString(code)}</Fact>
    </dl>
  );
};

const Fact = ({ name, children }: { name: MessageKey; children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};
