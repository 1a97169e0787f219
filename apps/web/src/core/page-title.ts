import { useEffect } from 'react';
import { useLanguage } from './language/language.ts';

/** The served page contains the site's name, so that changing it needs no new build. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** Sets the document title to '{page title} - {site name}' (specification, section 2). */
export const usePageTitle = (title: string | undefined): void => {
  const { code } = useLanguage();
  useEffect(() => {
    document.title = title === undefined ? siteName() : `${title} - ${siteName()}`;
    // A change of the language first sets the translated title, over a name that stays equal.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [title, code]);
};
