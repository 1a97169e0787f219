/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Browsers take the roles of a table away from rows that are laid out as cards. */
import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { CommissionLabel } from '../card/commission-label.tsx';
import { isWebUrl } from '#core/deals/offer-url.ts';
import { LeaveLink } from './leave-link.tsx';
import { PostedTime } from '../card/posted-time.tsx';
import styles from './offers-table.module.css';

/** The offers of all sources for the same product, best first. */
export const OffersTable = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const offers = deal.offers ?? [];
  if (offers.length < 2) return null;
  const soldOut = offers.filter(({ inStock }) => !inStock).length;
  const hasDelivery = offers.some(({ delivery }) => delivery !== undefined);
  return (
    <section className={styles['section']} aria-labelledby="every-price">
      <h2 id="every-price">{t('offers.title')}</h2>
      <table role="table" className={`${styles['table']} ${styles['cards']}`}>
        <caption>
          {t('offers.caption', {
            count: offers.length,
            soldOut: soldOut === offers.length ? 0 : soldOut,
          })}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('offers.shop')}
            </th>
            <th role="columnheader" scope="col">
              {t('offers.price')}
            </th>
            {hasDelivery && (
              <th role="columnheader" scope="col">
                {t('offers.delivery')}
              </th>
            )}
            {hasDelivery && (
              <th role="columnheader" scope="col">
                {t('offers.total')}
              </th>
            )}
            <th role="columnheader" scope="col">
              <span className="visually-hidden">{t('offers.link')}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {offers.map((offer) => (
            <OfferRow key={offer.dealId} offer={offer} deal={deal} hasDelivery={hasDelivery} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface OfferRowProps {
  readonly offer: Offer;
  readonly deal: Deal;
  /** Whether the table has columns about delivery. */
  readonly hasDelivery: boolean;
}

/** The price of delivery and the total, where they are known. */
const DeliveryCells = ({ offer: { delivery, deliveryDays, total } }: { offer: Offer }) => {
  const { code, t } = useLanguage();
  return (
    <>
      <td role="cell" data-label={t('offers.delivery')}>
        {delivery === undefined && t('offers.unknown')}
        {delivery !== undefined &&
          (delivery.amount === 0 ? t('offers.free') : priceText(delivery, code).euro)}
        {deliveryDays !== undefined && (
          <small className={styles['note']}>{t('offers.days', { days: deliveryDays })}</small>
        )}
      </td>
      <td role="cell" data-label={t('offers.total')} className={styles['sum']}>
        {total === undefined ? t('offers.unknown') : <strong>{priceText(total, code).euro}</strong>}
      </td>
    </>
  );
};

const OfferRow = ({ offer, deal, hasDelivery }: OfferRowProps) => {
  const { code, t } = useLanguage();
  const shop = offer.merchant ?? offer.source.name;
  const isThis = offer.dealId === deal.id;
  return (
    <tr role="row" data-this={isThis}>
      <th role="rowheader" scope="row">
        <span className={styles['shop']}>{shop}</span>
        {isThis && <small className={styles['note']}>{t('offers.here')}</small>}
        {offer.commission && <CommissionLabel />}
        {offer.checkedAt !== undefined && (
          <small className={styles['note']}>
            {t('offers.checked')} <PostedTime iso={offer.checkedAt} />
          </small>
        )}
      </th>
      <td
        role="cell"
        data-label={t('offers.price')}
        className={hasDelivery ? undefined : styles['sum']}
      >
        <strong>{priceText(offer.price, code).euro}</strong>
        {!offer.inStock && <small className={styles['gone']}>{t('offers.outOfStock')}</small>}
      </td>
      {hasDelivery && <DeliveryCells offer={offer} />}
      <td role="cell">
        {isWebUrl(offer.url) && (
          <LeaveLink
            dealId={offer.dealId}
            url={offer.url}
            className={buttonClass('quiet')}
            source={shop}
            price={offer.price}
            isFare={deal.details?.kind === 'fare'}
          >
            <span aria-hidden="true">{t('offers.goShort')}</span>
            <span className="visually-hidden">
              {t('offers.go', { shop })} {t('deal.newWindow')}
            </span>
          </LeaveLink>
        )}
      </td>
    </tr>
  );
};
