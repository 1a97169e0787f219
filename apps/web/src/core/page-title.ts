import { useEffect } from 'react';

/** The served page contains the site's name, so that changing it needs no new build. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** Sets the document title to '{page title} - {site name}' (specification, section 2). */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title === undefined ? siteName() : `${title} - ${siteName()}`;
  }, [title]);
};
