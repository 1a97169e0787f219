import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { legalPages, readLegalPage, type LegalPage as Name } from '@izgodno/contract/site/calls';
import { api } from '#core/api/api.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usePath } from '#core/router/location.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { BlockView } from './block-view.tsx';
import { parseBlock } from './help-document.ts';
import styles from './site.module.css';

const legalQuery = (page: Name, language: LanguageCode) =>
  queryOptions({
    queryKey: ['legal', page, language],
    queryFn: async ({ signal }) =>
      (await api.call(readLegalPage, { params: { page }, query: { language } }, signal)).markdown,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

const HEADING = /^(#{1,3}) (.+)$/;

const Part = ({ source }: { source: string }) => {
  const [, marks, text] = HEADING.exec(source) ?? [];
  if (text === undefined) return <BlockView block={parseBlock(source)} />;
  return marks === '###' ? <h3>{text}</h3> : <h2>{text}</h2>;
};

/** One of the pages that the law asks for, by its path. */
export const LegalPage = () => {
  const { t, code } = useLanguage();
  const path = usePath();
  const page = legalPages.find((name) => path.includes(name)) ?? 'terms';
  const query = useQuery(legalQuery(page, code));
  const [title = '', ...parts] = (query.data ?? '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (
    <PageFrame title={title.replace(/^# /, '') || t(`legal.${page}`)} width="text">
      {query.isError && <FailedQuery query={query} />}
      <div className={styles['legal']} aria-busy={query.isPending}>
        {parts.map((source) => (
          <Part key={source} source={source} />
        ))}
      </div>
    </PageFrame>
  );
};
