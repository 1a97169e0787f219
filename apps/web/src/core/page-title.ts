import { useEffect } from 'react';

/** The site's name stands in the served page, so that the operator's choice needs no new build. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** Titles the document '{page title} - {site name}' (specification, section 2). */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title === undefined ? siteName() : `${title} - ${siteName()}`;
  }, [title]);
};
