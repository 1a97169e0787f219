import type { Deal } from '@izgodno/contract/deals/deal';
import { COMPARED_HOME_DAYS } from '@izgodno/contract/deals/area-price';
import type { DealDetails, FareDetails, RealEstateDetails } from '@izgodno/contract/deals/details';
import { listPath } from '@izgodno/contract/search/list-paths';
import type { ReactNode } from 'react';
import { priceText } from '#core/format/money.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { Link } from '#core/router/link.tsx';
import { type TextKey, useLanguage } from '#core/language/language.ts';
import { sellerHref } from '#core/deals/paths.ts';
import { sourceName } from '#core/format/source-name.ts';
import { numberText } from '#core/format/number-format.ts';
import { hasCondition } from '../card/deal-card.tsx';
import { PostedTime } from '../card/posted-time.tsx';
import { CommissionLabel } from '../card/commission-label.tsx';
import styles from './deal-facts.module.css';

/** One line of a list of facts: a name and its value. */
const DealFact = ({ name, children }: { name: TextKey; children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};

/** The source of a deal; a profit-sharing source is marked as such. */
const SourceName = ({ source }: { source: Deal['source'] }) => {
  const { code } = useLanguage();
  return (
    <span className={styles['source']}>
      {sourceName(source, code)}
      {source.commission && <CommissionLabel />}
    </span>
  );
};

/** Facts of one kind of deal: the dates of a trip, the rooms of a home. */
const DetailFacts = ({ deal, details }: { deal: Deal; details: DealDetails }) =>
  details.kind === 'fare' ? (
    <FareFacts fare={details} />
  ) : (
    <>
      <HomeFacts home={details} />
      <AreaPriceFact deal={deal} district={details.district} />
    </>
  );

/** A day, with the time if there is one, in the local time of that point of the trip. */
const localMoment = (text: string, locale: string): string => {
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(text.slice(0, 10)),
  );
  const hour = text.slice(11, 16);
  return hour === '' ? day : `${day}, ${hour}`;
};

const FareFacts = ({ fare }: { fare: FareDetails }) => {
  const { code, t } = useLanguage();
  const { departAt, returnAt, roundTrip, transfers, carrier, cabin, board, stars, foundAt } = fare;
  return (
    <>
      {departAt !== undefined && (
        <DealFact name="details.departs">{localMoment(departAt, code)}</DealFact>
      )}
      {returnAt !== undefined && (
        <DealFact name="details.returns">{localMoment(returnAt, code)}</DealFact>
      )}
      {roundTrip !== undefined && (
        <DealFact name="details.way">
          {t(roundTrip ? 'details.roundTrip' : 'details.oneWay')}
        </DealFact>
      )}
      {transfers !== undefined && (
        <DealFact name="details.changes">
          {transfers === 0 ? t('details.direct') : numberText(transfers, code)}
        </DealFact>
      )}
      {carrier !== undefined && <DealFact name="details.carrier">{carrier}</DealFact>}
      {cabin !== undefined && <DealFact name="details.cabin">{cabin}</DealFact>}
      {stars !== undefined && (
        <DealFact name="details.hotel">{t('details.stars', { stars })}</DealFact>
      )}
      {board !== undefined && <DealFact name="details.board">{board}</DealFact>}
      {foundAt !== undefined && (
        <DealFact name="details.found">
          <PostedTime iso={foundAt} />
        </DealFact>
      )}
    </>
  );
};

const HomeFacts = ({ home }: { home: RealEstateDetails }) => {
  const { code, t } = useLanguage();
  const { area, rooms, floor, buildType, district, year, offer } = home;
  return (
    <>
      {area !== undefined && (
        <DealFact name="details.area">{t('details.squareMetres', { area })}</DealFact>
      )}
      {offer !== undefined && <DealFact name="details.offer">{t(`offer.${offer}`)}</DealFact>}
      {district !== undefined && <DealFact name="details.district">{district}</DealFact>}
      {year !== undefined && <DealFact name="details.year">{year}</DealFact>}
      {rooms !== undefined && <DealFact name="details.rooms">{numberText(rooms, code)}</DealFact>}
      {floor !== undefined && <DealFact name="details.floor">{floor}</DealFact>}
      {buildType !== undefined && <DealFact name="details.buildType">{buildType}</DealFact>}
    </>
  );
};

interface AreaPriceFactProps {
  readonly deal: Deal;
  readonly district: string | undefined;
}

/** The price of a square metre, beside that of other offers in the quarter or the town. */
const AreaPriceFact = ({ deal: { areaPrice, location }, district }: AreaPriceFactProps) => {
  const { code, t } = useLanguage();
  if (areaPrice === undefined) return null;
  const { amount, median } = areaPrice;
  const euros = (cents: number) => priceText({ amount: cents, currency: 'EUR' }, code).euro;
  return (
    <DealFact name="details.areaPrice">
      {euros(amount)}
      {median && (
        <small className={styles['compared']}>
          {t('details.areaMedian', {
            location: (median.of === 'district' ? district : location?.name[code]) ?? '',
            amount: euros(median.amount),
            count: median.offers,
            days: COMPARED_HOME_DAYS,
          })}
        </small>
      )}
    </DealFact>
  );
};

/** The name of a brand, which leads to its deals; lists do not know the address. */
const BrandName = ({ name, slug }: { name: string; slug: string | undefined }) =>
  slug === undefined ? name : <Link href={listPath({ filter: 'brand', value: slug })}>{name}</Link>;

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
        <Link href={listPath({ filter: 'category', value: deal.category })}>
          {t(`category.${deal.category}`)}
        </Link>
      </DealFact>
      {hasCondition(deal) && (
        <DealFact name="filters.condition">{t(`condition.${deal.condition}`)}</DealFact>
      )}
      {deal.location && (
        <DealFact name="filters.location">
          <Link href={listPath({ filter: 'location', value: deal.location.id })}>
            {deal.location.name[code]}
          </Link>
        </DealFact>
      )}
      {deal.brand !== undefined && (
        <DealFact name="deal.brand">
          <BrandName name={deal.brand} slug={deal.brandSlug} />
        </DealFact>
      )}
      {deal.rating !== undefined && (
        <DealFact name="filters.minRating">{t('deal.stars', { stars: deal.rating })}</DealFact>
      )}
      {deal.details !== undefined && <DetailFacts deal={deal} details={deal.details} />}
      <DealFact name="deal.posted">
        <PostedTime iso={deal.postedAt} />
      </DealFact>
      <DealFact name="deal.views">{numberText(deal.views, code)}</DealFact>
    </dl>
  );
};
