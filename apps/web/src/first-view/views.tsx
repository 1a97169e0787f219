import type { ReactNode } from 'react';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { MissingKind } from '@izgodno/contract/site/first-view';
import { canonical, parseDealSearch, type DealSearch } from '@izgodno/contract/search/deal-search';
import { unavailableText } from '#core/deals/unavailable-text.ts';
import { priceText } from '#core/format/money.ts';
import { langOf } from '#core/language/lang-of.ts';
import { ChipRow, type ControlProps } from '#features/search/list-head/chip-row.tsx';
import { ListHeading } from '#features/search/list-head/list-heading.tsx';
import { UnderstoodNotice } from '#features/search/list-head/understood-notice.tsx';
import { isMissed, isNarrowed } from '#features/search/model/filters.ts';
import { inLanguage } from './language.ts';
import { ChoiceList } from './choice-list.tsx';
import { DealFacts, DealPrices, DealStatus, OtherImages } from './deal-without-scripts.tsx';
import { Foot } from './foot.tsx';
import { useHref } from './page-query.tsx';
import { FilterForm, NextPage, OfferLink, SearchForm } from './without-scripts.tsx';
/** Deals in the first view: more than fit on a screen. */
const SHOWN_DEALS = 12;
/** Images visible on any phone, which load first. */
const FIRST_IMAGES = 2;

interface ViewProps {
  readonly language: LanguageCode;
  readonly siteName: string;
}

interface FrameProps {
  readonly siteName: string;
  readonly children: ReactNode;
  /** Below all else. */
  readonly foot?: ReactNode;
}

const Frame = ({ siteName, children, foot }: FrameProps) => (
  <div className="first-view">
    <div className="first-header">
      <a href={useHref()('/deals')}>
        {/* React preloads an image outside a picture element; deals come first. */}
        <picture>
          <img src="/favicon.svg" width="30" height="30" alt="" />
        </picture>
        <span>{siteName}</span>
      </a>
    </div>
    <main>{children}</main>
    {foot}
  </div>
);

const DealImage = ({ deal, isFirst }: { deal: Deal; isFirst: boolean }) => {
  const url = deal.media.find(({ kind }) => kind === 'image')?.url;
  const order = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return (
    <span
      className="first-picture"
      data-empty={deal.media.length === 0 ? '' : undefined}
      data-more={deal.media.length > 1 ? '' : undefined}
    >
      {url !== undefined && <img src={url} alt="" {...order} />}
    </span>
  );
};

const Price = ({ deal, language }: { deal: Deal; language: LanguageCode }) => (
  <strong>
    {deal.choices?.from === true && <small>{inLanguage[language].t('deal.from')} </small>}
    {priceText(deal.price, language).euro}
  </strong>
);

const Choices = ({ deal: { choices }, language }: { deal: Deal; language: LanguageCode }) =>
  choices !== undefined && (
    <small>
      {inLanguage[language].t(`deal.choices.${choices.kind}`, { count: choices.count })}
    </small>
  );

interface DealGridProps {
  readonly deals: readonly Deal[];
  readonly language: LanguageCode;
  /** The number of images that load first. */
  readonly firstImages: number;
}

const DealGrid = ({ deals, language, firstImages }: DealGridProps) => {
  const href = useHref();
  return (
    <ul className="first-grid">
      {deals.map((deal, rank) => (
        <li key={deal.id}>
          <a href={href(`/deals/${deal.id}`)}>
            <DealImage deal={deal} isFirst={rank < firstImages} />
            <span className="first-body">
              <Price deal={deal} language={language} />
              <span className="first-title" lang={langOf(deal.title, language)}>
                {withoutDirectionMarks(deal.title)}
              </span>
              <Choices deal={deal} language={language} />
              {unavailableText(deal) !== undefined && (
                <noscript>
                  <DealStatus language={inLanguage[language]} deal={deal} />
                </noscript>
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
};

const FootWithoutScripts = ({ language }: { language: LanguageCode }) => (
  <noscript>
    <Foot language={inLanguage[language]} />
  </noscript>
);

interface ListHeadProps {
  readonly language: LanguageCode;
  readonly search: DealSearch;
  readonly result: DealPage;
  /** Of a list with a path of its own. */
  readonly name: string | undefined;
}

const OwnLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a href={useHref()(href)}>{children}</a>
);

const SearchLink = ({ search, children, ...attributes }: ControlProps) => (
  <a href={useHref()('/deals', canonical(search))} {...attributes}>
    {children}
  </a>
);

/** What is above the deals of a list, with the room that the application needs for more. */
const ListHead = ({ language: code, search, result, name }: ListHeadProps) => {
  const language = inLanguage[code];
  const { understood } = result;
  return (
    <>
      <ListHeading {...{ language, search, name }} page={result} Link={OwnLink} />
      {isNarrowed(search) && (
        <div className="list-active">
          <ChipRow {...{ language, search, understood }} page={result} Control={SearchLink}>
            {!isMissed(result) && null}
          </ChipRow>
          {understood && (
            <UnderstoodNotice
              {...{ language, search, understood }}
              page={result}
              Control={SearchLink}
            >
              {null}
            </UnderstoodNotice>
          )}
        </div>
      )}
    </>
  );
};

interface DealsViewProps extends ViewProps {
  readonly result: DealPage;
  /** The parameters of the page's URL. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of a list with a path of its own. */
  readonly name: string | undefined;
}

/** The first deals of a list; without scripts also the others, the filters and the next page. */
export const DealsView = ({ result, parameters, name, language, siteName }: DealsViewProps) => {
  const search = parseDealSearch(parameters);
  const inCurrent = inLanguage[language];
  const { t } = inCurrent;
  return (
    <Frame siteName={siteName} foot={<FootWithoutScripts language={language} />}>
      <noscript>
        <FilterForm language={inCurrent} search={search} result={result} />
      </noscript>
      <ListHead {...{ language, search, result, name }} />
      <DealGrid
        deals={result.items.slice(0, SHOWN_DEALS)}
        language={language}
        firstImages={FIRST_IMAGES}
      />
      <noscript>
        <DealGrid deals={result.items.slice(SHOWN_DEALS)} language={language} firstImages={0} />
        {result.items.length === 0 && (
          <p>
            {result.elsewhere === undefined
              ? t('empty.noDeals')
              : t('shop.elsewhere', { count: result.elsewhere })}
          </p>
        )}
        <NextPage language={inCurrent} search={search} result={result} />
      </noscript>
    </Frame>
  );
};

/** One deal. */
export const DealView = ({ deal, language, siteName }: ViewProps & { readonly deal: Deal }) => (
  <Frame siteName={siteName} foot={<FootWithoutScripts language={language} />}>
    <article className="first-deal">
      <DealImage deal={deal} isFirst />
      <div>
        <h1 lang={langOf(deal.title, language)}>{withoutDirectionMarks(deal.title)}</h1>
        <p>
          <Price deal={deal} language={language} />
        </p>
        <Choices deal={deal} language={language} />
        <noscript>
          <DealPrices language={inLanguage[language]} deal={deal} />
          <DealStatus language={inLanguage[language]} deal={deal} />
          <ChoiceList language={inLanguage[language]} deal={deal} />
          <OfferLink language={inLanguage[language]} deal={deal} />
          <DealFacts language={inLanguage[language]} deal={deal} />
        </noscript>
      </div>
      <p lang={langOf(deal.description, language)}>{withoutDirectionMarks(deal.description)}</p>
      <noscript>
        <OtherImages language={inLanguage[language]} deal={deal} />
        <SearchForm language={inLanguage[language]} />
      </noscript>
    </article>
  </Frame>
);

const OnlyWithoutScripts = ({
  language,
  siteName,
  children,
}: ViewProps & { readonly children: ReactNode }) => (
  <div>
    <noscript>
      <Frame siteName={siteName} foot={<Foot language={inLanguage[language]} />}>
        {children}
      </Frame>
    </noscript>
  </div>
);

/** The address of the page itself, with its query. */
const SAME_PAGE = '';

/** What a page says without scripts if it needs them, or if its content was not there in time. */
export const NoScriptsView = ({ language, siteName }: ViewProps) => {
  const { t } = inLanguage[language];
  return (
    <OnlyWithoutScripts language={language} siteName={siteName}>
      <h1>{t('noScripts.title')}</h1>
      <p>{t('noScripts.text')}</p>
      <p>
        <a className="first-button" href={SAME_PAGE}>
          {t('noScripts.retry')}
        </a>
      </p>
    </OnlyWithoutScripts>
  );
};

/** What a page that does not exist says without scripts. */
export const MissingView = ({
  of,
  language,
  siteName,
}: ViewProps & { readonly of: MissingKind }) => {
  const { t } = inLanguage[language];
  const href = useHref();
  return (
    <OnlyWithoutScripts language={language} siteName={siteName}>
      <h1>{t(of === 'deal' ? 'deal.notFound' : 'notFound.title')}</h1>
      <p>{t(of === 'deal' ? 'deal.notFoundText' : 'notFound.text')}</p>
      <p>
        <a className="first-button" href={href('/deals')}>
          {t('notFound.goToDeals')}
        </a>
      </p>
    </OnlyWithoutScripts>
  );
};

/** A page of texts about the site, without scripts. `html` is the server's own. */
export const TextView = ({ html, language, siteName }: ViewProps & { readonly html: string }) => (
  <OnlyWithoutScripts language={language} siteName={siteName}>
    {/* oxlint-disable-next-line react/no-danger -- the server writes it, with all that it contains escaped. */}
    <div className="first-text" dangerouslySetInnerHTML={{ __html: html }} />
  </OnlyWithoutScripts>
);

/**
 * The heading of the form that posts a deal. It is visible only if the browser has a stored
 * session, because other users are redirected to sign in.
 */
export const PostView = ({ language, siteName }: ViewProps) => (
  <Frame siteName={siteName}>
    <div className="first-post">
      <h1>{inLanguage[language].t('posts.title')}</h1>
      <p>
        {inLanguage[language].t('posts.lead')}
        <br />
        <span>{inLanguage[language].t('session.checking')}</span>
      </p>
    </div>
  </Frame>
);

/** The frame of the chat. Like the form that posts a deal, it is visible with a stored session only. */
export const ChatView = ({ language, siteName }: ViewProps) => (
  <Frame siteName={siteName}>
    <p className="first-checking">{inLanguage[language].t('session.checking')}</p>
  </Frame>
);
