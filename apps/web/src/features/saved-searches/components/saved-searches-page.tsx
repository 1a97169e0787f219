import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '@izgodno/contract/saved-searches/calls';
import { useState } from 'react';
import { currentLanguage, useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { relativeTime } from '#core/format/relative-time.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { bringBack, change, remove, savedSearchesQuery } from '../calls.ts';
import { savingError } from '../saving-error.ts';
import { NameDialog } from './name-dialog.tsx';
import { searchTerms } from '../model/search-terms.ts';
import styles from './saved-searches-page.module.css';

const { queryKey } = savedSearchesQuery;

const showError = (error: unknown): void => {
  showToast(currentLanguage().t(savingError(error)), 'error');
};

const reload = (queries: QueryClient) => queries.invalidateQueries({ queryKey });

const undo = async (queries: QueryClient, saved: SavedSearch): Promise<void> => {
  try {
    await bringBack(saved);
  } catch (error) {
    showError(error);
  }
  await reload(queries);
};

/** A saved search: its link, results and actions. */
const SavedSearchRow = ({ saved }: { saved: SavedSearch }) => {
  const language = useLanguage();
  const { t } = language;
  const queries = useQueryClient();
  const [isRenaming, setIsRenaming] = useState(false);
  const settle = { onError: showError, onSettled: () => reload(queries) };
  const pausing = useMutation({
    mutationFn: (paused: boolean) => change(saved.id, { paused }),
    ...settle,
  });
  const removing = useMutation({
    mutationFn: () => remove(saved.id),
    ...settle,
    onSuccess: () =>
      showToast(t('searches.deleted'), 'success', {
        action: { label: t('searches.undo'), run: () => void undo(queries, saved) },
      }),
  });
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <Link href={`/deals?${saved.query}`} className={styles['name']}>
          {saved.name}
        </Link>
        <p className={styles['words']}>{searchTerms(saved.query, language).join(' · ')}</p>
        <FoundDeals saved={saved} />
      </div>
      <div className={styles['actions']}>
        <label className={styles['switch']}>
          <input
            type="checkbox"
            checked={!saved.paused}
            aria-disabled={pausing.isPending}
            onChange={({ target }) => pausing.isPending || pausing.mutate(!target.checked)}
          />
          {t('searches.notifies')}
        </label>
        <IconButton
          label={t('searches.rename', { name: saved.name })}
          onClick={() => setIsRenaming(true)}
        >
          <MediaIcon name="edit" />
        </IconButton>
        <IconButton
          label={t('searches.delete', { name: saved.name })}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        >
          <MediaIcon name="remove" />
        </IconButton>
      </div>
      {isRenaming && (
        <NameDialog
          title={t('searches.rename', { name: saved.name })}
          name={saved.name}
          send={async (name) => {
            await change(saved.id, { name });
            await reload(queries);
          }}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </li>
  );
};

const FoundDeals = ({ saved: { matches, lastMatchAt } }: { saved: SavedSearch }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  return (
    <p className={styles['words']}>
      {t('searches.matches', { count: matches })}
      {lastMatchAt !== null &&
        ` · ${t('searches.lastMatch', { when: relativeTime(lastMatchAt, now, code) })}`}
    </p>
  );
};

/** The user's saved searches. */
export const SavedSearchesPage = () => {
  const { t } = useLanguage();
  return (
    <PageFrame
      title={t('searches.title')}
      lead={
        <>
          {t('searches.text')} <Link href="/settings#notices">{t('searches.channels')}</Link>
        </>
      }
      width="rows"
    >
      <SavedSearchList />
    </PageFrame>
  );
};

const SavedSearchList = () => {
  const { t } = useLanguage();
  const { data: searches, error, refetch } = useQuery(savedSearchesQuery);
  if (searches === undefined && error !== null) {
    return <LoadFailure title="searches.failed" error={error} onRetry={() => void refetch()} />;
  }
  if (searches === undefined) return <output aria-busy>{t('shell.loading')}</output>;
  if (searches.length === 0) {
    return (
      <Notice icon="search" title={t('searches.none')} text={t('searches.noneText')}>
        <Link href="/deals" className={buttonClass('primary')}>
          {t('empty.browseAll')}
        </Link>
      </Notice>
    );
  }
  return (
    <ul data-keeps-focus aria-label={t('searches.title')} className={styles['list']}>
      {searches.map((search) => (
        <SavedSearchRow key={search.id} saved={search} />
      ))}
    </ul>
  );
};
