import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { currentLocation, type Location, navigate, useLocation } from '#core/router/location.ts';
import { withSignIn } from '#core/session/browser/with-sign-in.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { errorText } from '#core/api/error-text.ts';
import { parametersOf, searchOf, suggestedName } from '../model/search-terms.ts';
import { previewQuery, save } from '../calls.ts';
import { showSaved } from '../save-at-once.ts';
import { NameDialog } from './name-dialog.tsx';
import styles from './save-search.module.css';

const Preview = ({ search }: { search: string }) => {
  const { t } = useLanguage();
  const { data, error } = useQuery(previewQuery(search));
  if (error !== null) return <p className={styles['hint']}>{t(errorText(error))}</p>;
  return (
    <>
      <output className={styles['preview']}>
        {data === undefined
          ? t('searches.counting')
          : t(data.orMore ? 'searches.previewOrMore' : 'searches.preview', {
              count: data.matchesLastMonth,
            })}
      </output>
      {data?.leftOut.map((part) => (
        <p key={part}>{t('searches.leftOut', { part })}</p>
      ))}
    </>
  );
};

/** Saves a search under a name, and shows how many notices it would have caused. */
const SaveSearchDialog = ({ search, onClose }: { search: string; onClose: () => void }) => {
  const language = useLanguage();
  const { t } = language;
  const queries = useQueryClient();
  return (
    <NameDialog
      title={t('searches.save')}
      name={suggestedName(search, language)}
      send={async (name) => {
        await save({ query: search, name });
        showSaved(queries);
      }}
      onClose={onClose}
    >
      <Preview search={search} />
      <p className={styles['hint']}>{t('searches.how')}</p>
    </NameDialog>
  );
};

/** The URL of the current list with the dialog open, so that sign-in leads back to it. */
const savingHref = (location: Pick<Location, 'path' | 'query'>): string => {
  const parameters = parametersOf(location);
  parameters.set('save', '');
  return `/deals?${parameters}`;
};

const plainHref = (query: string): string => {
  const parameters = new URLSearchParams(query);
  parameters.delete('save');
  return `/deals?${parameters}`;
};

const stay = (href: string): void =>
  navigate(href, { replace: true, keepScroll: true, state: currentLocation().state });

const ask = (): Promise<void> =>
  withSignIn(({ requireSignIn }) => {
    const path = savingHref(currentLocation());
    if (requireSignIn({ kind: 'open-page', path })) stay(path);
  });

/** A button that saves the current filters as an alert. */
export const SaveSearch = () => {
  const { t } = useLanguage();
  const { query } = useLocation();
  const isOpen = new URLSearchParams(query).has('save');
  return (
    <>
      <button type="button" className={styles['save']} onClick={() => void ask()}>
        <MediaIcon name="bell" size={17} />
        {t('searches.save')}
      </button>
      {isOpen && (
        <SaveSearchDialog search={searchOf(query)} onClose={() => stay(plainHref(query))} />
      )}
    </>
  );
};
