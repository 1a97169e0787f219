import type { Deal } from '@izgodno/contract/deals/deal';
import { choiceName } from '#core/deals/choice-name.ts';
import { isWebUrl, OFFER_REL } from '#core/deals/offer-url.ts';
import { priceText } from '#core/format/money.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

interface ChoiceListProps {
  readonly language: CurrentLanguage;
  readonly deal: Deal;
}

/** The choices of a product, each with its price and availability, as on the page with scripts. */
export const ChoiceList = ({ language, deal: { variants } }: ChoiceListProps) => {
  const { code, t } = language;
  if (variants === undefined) return null;
  return (
    <>
      <h2>{t('offers.choices')}</h2>
      <ul className="first-choices">
        {variants.map((choice) => {
          const name = choiceName(choice, language);
          return (
            <li key={choice.id}>
              {isWebUrl(choice.url) ? (
                <a href={choice.url} rel={OFFER_REL}>
                  {name}
                </a>
              ) : (
                name
              )}
              : {priceText(choice.price, code).euro}
              {!choice.inStock && <> · {t('offers.outOfStock')}</>}
            </li>
          );
        })}
      </ul>
    </>
  );
};
