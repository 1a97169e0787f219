import { renderToStaticMarkup } from 'react-dom/server';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { FirstView, FirstViewModule } from '@izgodno/contract/site/first-view';
import { parseDealSearch } from '@izgodno/contract/search/deal-search';
import { filterValueName } from '#core/format/filter-text.ts';
import { isNarrowed } from '#features/search/model/filters.ts';
import { inLanguage } from './language.ts';
import { PageQuery } from './page-query.tsx';
import {
  ChatView,
  DealsView,
  DealView,
  MissingView,
  NoScriptsView,
  PostView,
  TextView,
} from './views.tsx';

type FirstFiles = 'any' | 'chat' | 'deal' | 'form' | 'narrowed' | 'post';

/** The build fills in the files that each page loads first (`build/first-view.ts`). */
declare const __FIRST_FILES__: Readonly<
  Record<LanguageCode, Readonly<Record<FirstFiles, readonly string[]>>>
>;

/** The name of the list that the page shows, or that its deal belongs to. */
const listNameOf = (firstView: FirstView, language: LanguageCode): string | undefined => {
  switch (firstView.page) {
    case 'deals':
      return (
        firstView.list && filterValueName(inLanguage[language], firstView.result, firstView.list)
      );
    case 'deal':
      return inLanguage[language].t(`category.${firstView.deal.category}`);
    default:
      return undefined;
  }
};

const viewOf = (firstView: FirstView, language: LanguageCode, siteName: string) => {
  switch (firstView.page) {
    case 'deals':
      return (
        <DealsView
          result={firstView.result}
          parameters={firstView.parameters}
          name={listNameOf(firstView, language)}
          language={language}
          siteName={siteName}
        />
      );
    case 'deal':
      return <DealView deal={firstView.deal} language={language} siteName={siteName} />;
    case 'post':
      return <PostView language={language} siteName={siteName} />;
    case 'chat':
      return <ChatView language={language} siteName={siteName} />;
    case 'missing':
      return <MissingView of={firstView.of} language={language} siteName={siteName} />;
    case 'text':
      return <TextView html={firstView.html} language={language} siteName={siteName} />;
    case 'form':
    case 'offline':
    case 'other':
      return null;
  }
};

/** Whether a page can be read without scripts. */
const isReadable = (firstView: FirstView): boolean =>
  ['deals', 'deal', 'missing', 'text'].includes(firstView.page);

/** Which files a page loads first. */
const kindOf = (firstView: FirstView): FirstFiles => {
  switch (firstView.page) {
    case 'chat':
    case 'deal':
    case 'form':
    case 'post':
      return firstView.page;
    case 'deals':
      return isNarrowed(parseDealSearch(firstView.parameters)) ? 'narrowed' : 'any';
    default:
      return 'any';
  }
};

/** The files that a page loads first; a page for any language knows none. */
const filesOf = (firstView: FirstView, language: LanguageCode): readonly string[] =>
  firstView.page === 'offline' ? [] : __FIRST_FILES__[language][kindOf(firstView)];

/** What search engines read of a list with a path of its own. */
const listTextOf = (
  name: string,
  { total, elsewhere }: DealPage,
  language: LanguageCode,
): string => {
  const { t } = inLanguage[language];
  return elsewhere === undefined
    ? t('list.text', { name, count: total })
    : `${name}: ${t('shop.elsewhere', { count: elsewhere })}.`;
};

/**
 * The first view of a page before its script has loaded, and without scripts: static HTML with the
 * measures of the application (`first-view.css`), which then replaces it.
 */
export const renderFirstView: FirstViewModule['renderFirstView'] = (
  firstView,
  language,
  siteName,
  query = new URLSearchParams(),
) => {
  const { page } = firstView;
  const html = renderToStaticMarkup(
    <PageQuery value={query}>
      {filesOf(firstView, language).map((file) => (
        <link key={file} rel="modulepreload" crossOrigin="" href={file} />
      ))}
      {viewOf(firstView, language, siteName)}
      {!isReadable(firstView) && <NoScriptsView language={language} siteName={siteName} />}
    </PageQuery>,
  );
  const listName = listNameOf(firstView, language);
  const listText =
    page === 'deals' && listName !== undefined
      ? listTextOf(listName, firstView.result, language)
      : undefined;
  // React writes the links, and a preload for each image that is not lazy, before the view.
  const start = html.indexOf('<div');
  const [preloads, view] = start === -1 ? [html, ''] : [html.slice(0, start), html.slice(start)];
  return { preloads, view, listName, listText };
};
