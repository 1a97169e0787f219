import { useLanguage } from '#core/language/language.ts';
import { currentLocation, navigate, useLocation } from '#core/router/location.ts';
import { wantSession } from '#core/session/browser/wanted.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { searchOf } from '../model/search-terms.ts';
import { SaveSearchDialog } from './save-search-dialog.tsx';
import styles from './save-search.module.css';

/** The URL of the current list with the dialog open, so that sign-in leads back to it. */
const savingHref = (query: string): string => {
  const parameters = new URLSearchParams(query);
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

const ask = async (): Promise<void> => {
  const path = savingHref(currentLocation().query);
  // Loaded on demand, because most visitors do not need the session's code.
  const { requireSignIn } = await import('#core/session/browser/pending.ts');
  wantSession();
  if (requireSignIn({ kind: 'open-page', path })) stay(path);
};

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
