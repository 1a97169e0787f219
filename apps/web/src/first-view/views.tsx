import type { ReactNode } from 'react';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import bgSession from '#core/language/texts/bg/accounts.session.json';
import bgDeals from '#core/language/texts/bg/deals.json';
import bgForm from '#core/language/texts/bg/posts.form.json';
import enSession from '#core/language/texts/en/accounts.session.json';
import enDeals from '#core/language/texts/en/deals.json';
import enForm from '#core/language/texts/en/posts.form.json';

/** Deals in the first view: more than fit on a screen. */
const SHOWN_DEALS = 12;
/** Images visible on any phone, which load first. */
const FIRST_IMAGES = 2;

const texts = {
  en: { ...enDeals, ...enForm, ...enSession },
  bg: { ...bgDeals, ...bgForm, ...bgSession },
} as const satisfies Record<LanguageCode, object>;

interface ViewProps {
  readonly language: LanguageCode;
  readonly siteName: string;
}

const Frame = ({ siteName, children }: { siteName: string; children: ReactNode }) => (
  <div className="first-view">
    <div className="first-header">
      <a href="/deals">
        {/* React preloads an image outside a picture element; deals come first. */}
        <picture>
          <img src="/favicon.svg" width="30" height="30" alt="" />
        </picture>
        <span>{siteName}</span>
      </a>
    </div>
    <main>{children}</main>
  </div>
);

const DealImage = ({ deal, isFirst }: { deal: Deal; isFirst: boolean }) => {
  const url = deal.media.find(({ kind }) => kind === 'image')?.url;
  const order = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return (
    <span className="first-picture" data-empty={deal.media.length === 0 ? '' : undefined}>
      {url !== undefined && <img src={url} alt="" {...order} />}
    </span>
  );
};

const Price = ({ deal, language }: { deal: Deal; language: LanguageCode }) => (
  <strong>{priceText(deal.price, language).euro}</strong>
);

/** The first deals of a list. */
export const DealsView = ({
  deals,
  language,
  siteName,
}: ViewProps & { readonly deals: readonly Deal[] }) => (
  <Frame siteName={siteName}>
    <h1>{texts[language]['deals.title']}</h1>
    <ul className="first-grid">
      {deals.slice(0, SHOWN_DEALS).map((deal, rank) => (
        <li key={deal.id}>
          <a href={`/deals/${deal.id}`}>
            <DealImage deal={deal} isFirst={rank < FIRST_IMAGES} />
            <span className="first-body">
              <Price deal={deal} language={language} />
              <span className="first-title">{withoutDirectionMarks(deal.title)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </Frame>
);

/** One deal. */
export const DealView = ({ deal, language, siteName }: ViewProps & { readonly deal: Deal }) => (
  <Frame siteName={siteName}>
    <article className="first-deal">
      <DealImage deal={deal} isFirst />
      <div>
        <h1>{withoutDirectionMarks(deal.title)}</h1>
        <p>
          <Price deal={deal} language={language} />
        </p>
      </div>
      <p>{withoutDirectionMarks(deal.description)}</p>
    </article>
  </Frame>
);

/**
 * The heading of the form that posts a deal. It is visible only if the browser has a stored
 * session, because other users are redirected to sign in.
 */
export const PostView = ({ language, siteName }: ViewProps) => (
  <Frame siteName={siteName}>
    <div className="first-post">
      <h1>{texts[language]['posts.title']}</h1>
      <p>
        {texts[language]['posts.lead']}
        <br />
        <span>{texts[language]['session.checking']}</span>
      </p>
    </div>
  </Frame>
);
