import { renderToStaticMarkup } from 'react-dom/server';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { FirstView, FirstViewModule } from '@izgodno/contract/site/first-view';
import { DealsView, DealView, PostView } from './views.tsx';

/** The build fills in the files that each page loads first (`build/first-view.ts`). */
declare const __FIRST_FILES__: Readonly<
  Record<LanguageCode, Readonly<Record<'any' | 'deal' | 'post', readonly string[]>>>
>;

const viewOf = (firstView: FirstView, language: LanguageCode, siteName: string) => {
  switch (firstView.page) {
    case 'deals':
      return <DealsView deals={firstView.deals} language={language} siteName={siteName} />;
    case 'deal':
      return <DealView deal={firstView.deal} language={language} siteName={siteName} />;
    case 'post':
      return <PostView language={language} siteName={siteName} />;
    case 'other':
      return null;
  }
};

/**
 * The first view of a page before its script has loaded, and without scripts: static HTML with the
 * measures of the application (`first-view.css`), which then replaces it.
 */
export const renderFirstView: FirstViewModule['renderFirstView'] = (
  firstView,
  language,
  siteName,
) => {
  const { page } = firstView;
  const files = __FIRST_FILES__[language][page === 'deal' || page === 'post' ? page : 'any'];
  const html = renderToStaticMarkup(
    <>
      {files.map((file) => (
        <link key={file} rel="modulepreload" crossOrigin="" href={file} />
      ))}
      {viewOf(firstView, language, siteName)}
    </>,
  );
  // React writes the links, and a preload for each image that is not lazy, before the view.
  const start = html.indexOf('<div');
  return start === -1
    ? { preloads: html, view: '' }
    : { preloads: html.slice(0, start), view: html.slice(start) };
};
