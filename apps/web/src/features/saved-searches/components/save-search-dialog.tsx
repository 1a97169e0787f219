import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { showToast } from '#shared/ui/toast.ts';
import { previewQuery, save, savedSearchesQuery } from '../calls.ts';
import { suggestedName } from '../model/search-terms.ts';
import { SAVED_SEARCHES_PATH } from '../paths.ts';
import { NameDialog } from './name-dialog.tsx';
import styles from './save-search.module.css';

const Preview = ({ search }: { search: string }) => {
  const { t } = useLanguage();
  const { data, error } = useQuery(previewQuery(search));
  if (error !== null) return <p className={styles['hint']}>{t(errorText(error))}</p>;
  return (
    <output className={styles['preview']}>
      {data === undefined
        ? t('searches.counting')
        : t(data.orMore ? 'searches.previewOrMore' : 'searches.preview', {
            count: data.matchesLastMonth,
          })}
    </output>
  );
};

/** Saves a search under a name, and shows how many notices it would have caused. */
export const SaveSearchDialog = ({ search, onClose }: { search: string; onClose: () => void }) => {
  const language = useLanguage();
  const { t } = language;
  const queries = useQueryClient();
  return (
    <NameDialog
      title={t('searches.save')}
      name={suggestedName(search, language)}
      send={async (name) => {
        await save({ query: search, name });
        void queries.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
        showToast(t('searches.saved'), 'success', undefined, {
          label: t('searches.showAll'),
          run: () => navigate(SAVED_SEARCHES_PATH),
        });
      }}
      onClose={onClose}
    >
      <Preview search={search} />
      <p className={styles['hint']}>{t('searches.how')}</p>
    </NameDialog>
  );
};
