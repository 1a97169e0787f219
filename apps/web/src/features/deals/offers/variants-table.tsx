import type { Deal, DealVariant } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { sourceName } from '#core/format/source-name.ts';
import { useLanguage } from '#core/language/language.ts';
import { choiceName } from '#core/deals/choice-name.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { isWebUrl } from '#core/deals/offer-url.ts';
import { LeaveLink } from './leave-link.tsx';
import styles from './offers-table.module.css';

/** The choices of a product, sizes and colours, each with its price and availability. */
export const VariantsTable = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const { variants = [] } = deal;
  return (
    <section className={styles['section']} aria-labelledby="choices">
      <h2 id="choices">{t('offers.choices')}</h2>
      <table className={styles['table']}>
        <caption>
          {t('offers.choicesInStock', {
            count: variants.filter(({ inStock }) => inStock).length,
            all: variants.length,
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('offers.choice')}</th>
            <th scope="col">{t('offers.price')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('offers.link')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <VariantRow key={variant.id} variant={variant} deal={deal} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

const VariantRow = ({ variant, deal }: { variant: DealVariant; deal: Deal }) => {
  const language = useLanguage();
  const { code, t } = language;
  const { price, inStock, url } = variant;
  const shop = deal.merchant ?? sourceName(deal.source, code);
  const label = choiceName(variant, language);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <strong>{priceText(price, code).euro}</strong>
        {!inStock && <small className={styles['gone']}>{t('offers.outOfStock')}</small>}
      </td>
      <td>
        {isWebUrl(url) && (
          <LeaveLink
            dealId={deal.id}
            url={url}
            className={buttonClass('quiet')}
            source={shop}
            price={price}
            isFare={false}
          >
            <span aria-hidden="true">{t('offers.goShort')}</span>
            <span className="visually-hidden">
              {t('offers.goToChoice', { choice: label, shop })} {t('deal.newWindow')}
            </span>
          </LeaveLink>
        )}
      </td>
    </tr>
  );
};
