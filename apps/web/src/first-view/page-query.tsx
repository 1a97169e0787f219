import { createContext, use } from 'react';
import { writeQuery } from '@izgodno/contract/common/client';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';

/** The query of the page's own address. */
export const PageQuery = createContext(new URLSearchParams());

/**
 * The language that the address names. Links and forms keep it, because without scripts no other
 * place remembers it.
 */
const useNamedLanguage = (): LanguageCode | undefined => {
  const named = use(PageQuery).get('lang');
  return languages.find((code) => code === named);
};

/** Writes the address of another page of the site. */
export const useHref = (): ((path: string, query?: object) => string) => {
  const lang = useNamedLanguage();
  return (path, query = {}) => path + writeQuery({ ...query, lang });
};

/** The address of this page in another language. */
export const useHrefIn = (): ((lang: LanguageCode) => string) => {
  const query = use(PageQuery);
  return (lang) => {
    const other = new URLSearchParams(query);
    other.set('lang', lang);
    return `?${other}`;
  };
};

export const LanguageField = () => {
  const lang = useNamedLanguage();
  return lang !== undefined && <input type="hidden" name="lang" value={lang} />;
};
