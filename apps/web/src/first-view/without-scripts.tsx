import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import {
  type AtLeastName,
  type FilterName,
  filterNames,
  filters,
  isOfKind,
  isOffered,
  MAX_QUERY_LENGTH,
  type OneOfName,
  type RangeName,
} from '@izgodno/contract/search/filters';
import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import { canonical, type DealSearch } from '@izgodno/contract/search/deal-search';
import { defaultSort, sortsFor } from '#core/deals/deal-search.ts';
import { isWebUrl, OFFER_REL } from '#core/deals/offer-url.ts';
import { filterValueName, limitText } from '#core/format/filter-text.ts';
import { sourceName } from '#core/format/source-name.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import { LanguageField, useHref } from './page-query.tsx';

/** The most values of a filter that the form lists. */
const LISTED_VALUES = 12;

interface SearchFormProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
  readonly result: Pick<DealPage, 'facets' | 'names'>;
}

interface FilterFieldsProps<Name extends FilterName> extends SearchFormProps {
  readonly name: Name;
}

const ValueFields = ({ name, language, search, result }: FilterFieldsProps<OneOfName>) => {
  const chosen: readonly string[] = search[name] ?? [];
  const found = result.facets[name];
  const values = [
    ...new Set([...chosen, ...found.slice(0, LISTED_VALUES).map(({ value }) => value)]),
  ];
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{language.t(`filters.${name}`)}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          {filterValueName(language, result, { filter: name, value }) ?? value}
        </label>
      ))}
    </fieldset>
  );
};

/** What the server reads as an amount; the browser sends nothing else. */
const AMOUNT = String.raw`\s*\d[\d\s]{0,9}([.,]\d{1,2})?\s*`;

const RangeFields = ({ name, language, search }: FilterFieldsProps<RangeName>) => {
  const [from, to] = filters[name].parameters;
  return (
    <fieldset>
      <legend>{language.t(`filters.${name}`)}</legend>
      {[from, to].map((parameter) => (
        <label key={parameter}>
          {language.t(parameter === from ? 'filterPanel.priceMin' : 'filterPanel.priceMax')}
          <input
            name={parameter}
            inputMode="decimal"
            pattern={AMOUNT}
            defaultValue={search[parameter]}
          />
        </label>
      ))}
    </fieldset>
  );
};

const LeastField = ({ name, language, search }: FilterFieldsProps<AtLeastName>) => {
  const chosen = search[name];
  const steps = new Set([...filters[name].steps, ...(chosen === undefined ? [] : [chosen])]);
  return (
    <label>
      {language.t(`filters.${name}`)}
      <select name={name} defaultValue={chosen ?? ''}>
        <option value="">{language.t('filterPanel.any')}</option>
        {[...steps]
          .toSorted((a, b) => a - b)
          .map((value) => (
            <option key={value} value={value}>
              {limitText({ kind: name, value }, language)}
            </option>
          ))}
      </select>
    </label>
  );
};

const FilterFields = ({ name, ...form }: FilterFieldsProps<FilterName>) => {
  if (isOfKind(name, 'oneOf')) return <ValueFields name={name} {...form} />;
  if (isOfKind(name, 'range')) return <RangeFields name={name} {...form} />;
  if (isOfKind(name, 'atLeast')) return <LeastField name={name} {...form} />;
  return (
    <label>
      <input type="checkbox" name={name} value="true" defaultChecked={form.search[name] === true} />
      {form.language.t(`filters.${name}`)}
    </label>
  );
};

interface SearchBoxProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
}

const SearchBox = ({ language: { t }, search: { q } }: SearchBoxProps) => (
  <>
    <input
      type="search"
      name="q"
      aria-label={t('search.label')}
      maxLength={MAX_QUERY_LENGTH}
      defaultValue={q}
    />
    <LanguageField />
    <button className="first-button">{t('search.label')}</button>
  </>
);

/** The search of the deal page, without filters. */
export const SearchForm = ({ language }: { readonly language: CurrentLanguage }) => (
  <form action="/deals" className="first-form">
    <SearchBox language={language} search={{}} />
  </form>
);

/** Words, order and every filter of the list, as a form that the browser sends by itself. */
export const FilterForm = (form: SearchFormProps) => {
  const { language, search } = form;
  const { t } = language;
  const usual = defaultSort(search);
  return (
    <form action="/deals" className="first-form">
      <SearchBox language={language} search={search} />
      <details>
        <summary>{t('filters.title')}</summary>
        {filterNames
          .filter((name) => isOffered(name, search))
          .map((name) => (
            <FilterFields key={name} name={name} {...form} />
          ))}
        <label>
          {t('sort.label')}
          <select name="sort" defaultValue={search.sort === usual ? '' : (search.sort ?? '')}>
            {sortsFor(search).map((order) => (
              // Not named, so that new words are sorted by relevance.
              <option key={order} value={order === usual ? '' : order}>
                {t(`sort.${order}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="first-button">{t('filterPanel.apply')}</button>
      </details>
    </form>
  );
};

interface NextPageProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
  readonly result: Pick<DealPage, 'items' | 'nextCursor' | 'total'>;
}

/** The link to the deals that follow. */
export const NextPage = ({
  language: { t },
  search,
  result: { items, nextCursor, total },
}: NextPageProps) => {
  const href = useHref();
  // The page does not know how many came before it. The total may lag behind the list.
  const count = Math.max(1, Math.min(DEAL_PAGE_LIMIT.default, total - items.length));
  return (
    nextCursor !== null && (
      <p>
        <a
          className="first-button"
          href={href('/deals', { ...canonical(search), cursor: nextCursor })}
        >
          {t('deals.loadMore', { count, total })}
        </a>
      </p>
    )
  );
};

interface OfferLinkProps {
  readonly language: CurrentLanguage;
  readonly deal: Deal;
}

/** The way to the merchant, as on the page with scripts. */
export const OfferLink = ({ language: { code, t }, deal }: OfferLinkProps) => {
  const { url, source, merchant = sourceName(source, code) } = deal;
  if (!isWebUrl(url)) return null;
  return (
    <p>
      <a className="first-button" href={url} rel={OFFER_REL}>
        {t('deal.goToOffer', { source: merchant })}
      </a>
      {source.commission && <small>{t('deal.affiliateWhy')}</small>}
    </p>
  );
};
