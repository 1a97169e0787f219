import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { Deal } from '@izgodno/contract/deals/deal';
import { listPath } from '@izgodno/contract/search/list-paths';
import type { ReactNode } from 'react';
import { unavailableText } from '#core/deals/unavailable-text.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { priceText } from '#core/format/money.ts';
import { sourceName } from '#core/format/source-name.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import { useHref } from './page-query.tsx';

interface DealProps {
  readonly language: CurrentLanguage;
  readonly deal: Deal;
}

/** The server does not know a reader's time zone, and without scripts no browser corrects it. */
const TIME_ZONE = 'Europe/Sofia';

/** That a deal is no longer available. */
export const DealStatus = ({ language: { t }, deal }: DealProps) => {
  const status = unavailableText(deal);
  return status !== undefined && <strong className="first-status">{t(status)}</strong>;
};

/** What else is known of a deal's price. */
export const DealPrices = ({ language: { code, t }, deal }: DealProps) => {
  const { price, originalPrice, discountPercent, claim, delivery, total } = deal;
  const euro = (amount: Deal['price']) => priceText(amount, code).euro;
  return (
    <>
      <p>{priceText(price, code).lev}</p>
      {originalPrice !== undefined && (
        <p>
          {t('deal.oldPrice')} <s>{euro(originalPrice)}</s>
          {discountPercent !== undefined && ` ${t('deal.discount', { percent: discountPercent })}`}
        </p>
      )}
      {claim !== undefined && <p>{t('deal.claim', { price: euro(claim.price), by: claim.by })}</p>}
      {total !== undefined && (
        <p>
          {delivery?.amount === 0
            ? t('deal.freeDelivery')
            : t('deal.total', { price: euro(total) })}
        </p>
      )}
    </>
  );
};

/** The pictures after the first one, which is above the title. */
export const OtherImages = ({ language: { t }, deal: { media, title } }: DealProps) => {
  const images = media.filter(({ kind }) => kind === 'image');
  return images.slice(1).map(({ url }, index) => (
    <img
      key={url}
      src={url}
      loading="lazy"
      alt={t('gallery.image', {
        title: withoutDirectionMarks(title),
        number: index + 2,
        total: images.length,
      })}
    />
  ));
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who offers a deal, what kind of thing it is, and where, with links to others like it. */
export const DealFacts = ({ language: { code, t }, deal }: DealProps) => {
  const href = useHref();
  const { source, seller, category, condition, location, brand, brandSlug, postedAt } = deal;
  return (
    <dl className="first-facts">
      <Fact name={t('deal.source')}>
        <a href={href(listPath({ filter: 'source', value: source.id }))}>
          {sourceName(source, code)}
        </a>
      </Fact>
      {seller !== undefined && <Fact name={t('deal.seller')}>{seller.name}</Fact>}
      <Fact name={t('filters.category')}>
        <a href={href(listPath({ filter: 'category', value: category }))}>
          {t(`category.${category}`)}
        </a>
      </Fact>
      {/* A trip is neither new nor used. */}
      {source.group !== 'travel' && (
        <Fact name={t('filters.condition')}>{t(`condition.${condition}`)}</Fact>
      )}
      {location !== undefined && (
        <Fact name={t('filters.location')}>
          <a href={href(listPath({ filter: 'location', value: location.id }))}>
            {location.name[code]}
          </a>
        </Fact>
      )}
      {brand !== undefined && (
        <Fact name={t('deal.brand')}>
          {brandSlug === undefined ? (
            brand
          ) : (
            <a href={href(listPath({ filter: 'brand', value: brandSlug }))}>{brand}</a>
          )}
        </Fact>
      )}
      <Fact name={t('deal.posted')}>
        <time dateTime={postedAt}>
          {dateFormat(code, { dateStyle: 'medium', timeZone: TIME_ZONE }).format(
            Date.parse(postedAt),
          )}
        </time>
      </Fact>
    </dl>
  );
};
