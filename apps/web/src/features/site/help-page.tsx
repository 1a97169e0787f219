import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { reachServer } from '#core/lazy-component.tsx';
import { useFragment, useNamedPart } from '#core/router/fragment.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { BlockView } from './block-view.tsx';
import { findTopics, parseBlock, parseHelp, type Topic } from './help-document.ts';
import styles from './site.module.css';

const documents = import.meta.glob<string>('../../../../../docs/help/*.md', {
  query: '?raw',
  import: 'default',
});

/** A module that does not load says nothing of why, so the server is asked for another file. */
const explainFailure = async (cause: unknown): Promise<ApiError> => {
  const text = 'The help could not be loaded';
  try {
    await reachServer();
    return new ApiError('unreadable', 500, text, { cause });
  } catch {
    return new ApiError('network', 0, text, { cause });
  }
};

const helpQuery = (code: LanguageCode) =>
  queryOptions({
    queryKey: ['help', code],
    queryFn: async () => {
      const load = documents[`../../../../../docs/help/${code}.md`];
      if (load === undefined) throw new Error(`There is no help in ${code}`);
      try {
        return parseHelp(await load());
      } catch (cause) {
        throw await explainFailure(cause);
      }
    },
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** The help of `docs/help`, searchable, with a URL for each answer. */
export const HelpPage = () => {
  const { code, t } = useLanguage();
  const query = useQuery(helpQuery(code));
  const { data } = query;
  const [sought, setSought] = useState('');
  const groups = useMemo(() => findTopics(data ?? [], sought), [data, sought]);
  const isSeeking = sought.trim() !== '';
  const wanted = useNamedPart();
  const isLoaded = data !== undefined;
  useFragment(wanted, isLoaded);

  return (
    <PageFrame title={t('help.title')} width="text">
      <TextField
        label={t('help.search')}
        type="search"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      <output className={styles['said']}>
        {isLoaded && groups.length === 0 && <BlockView block={parseBlock(t('help.none'))} />}
      </output>
      {query.isError && <FailedQuery query={query} />}
      <div className={styles['topics']} aria-busy={query.isPending}>
        {groups.map(({ title, topics }) => (
          <section key={title} aria-label={title} className={styles['group']}>
            <h2>{title}</h2>
            {topics.map((topic) => (
              <TopicView
                // During a search, topics are open.
                key={`${topic.id} ${isSeeking}`}
                topic={topic}
                open={isSeeking || topic.id === wanted}
              />
            ))}
          </section>
        ))}
      </div>
    </PageFrame>
  );
};

const TopicView = ({ topic, open }: { topic: Topic; open: boolean }) => (
  <details open={open} className={styles['topic']}>
    {/* A link to the answer gives the focus to its question. */}
    <summary id={topic.id}>
      {topic.question}
      <Icon name="chevronDown" size={18} />
    </summary>
    <div className={styles['answer']}>
      {topic.blocks.map((block, rank) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks keep their order.
        <BlockView key={rank} block={block} />
      ))}
    </div>
  </details>
);
