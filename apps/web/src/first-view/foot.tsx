import { languages } from '@izgodno/contract/common/language';
import { nativeNames } from '#core/language/detect.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import { siteLinks } from '#core/site-links.ts';
import { useHref, useHrefIn } from './page-query.tsx';

const links = [{ href: '/deals', text: 'deals.title' }, ...siteLinks] as const;

/** Without scripts: the page in the other language, and pages about the site. */
export const Foot = ({ language: { code, t } }: { readonly language: CurrentLanguage }) => {
  const href = useHref();
  const hrefIn = useHrefIn();
  return (
    <footer className="first-foot">
      <nav aria-label={t('footer.label')}>
        {languages
          .filter((other) => other !== code)
          .map((other) => (
            <a key={other} href={hrefIn(other)} lang={other} hrefLang={other}>
              {nativeNames[other]}
            </a>
          ))}
        {links.map(({ href: path, text }) => (
          <a key={path} href={href(path)}>
            {t(text)}
          </a>
        ))}
      </nav>
    </footer>
  );
};
