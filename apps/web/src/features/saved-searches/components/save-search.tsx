import { useLanguage } from '#core/language/language.ts';
import { currentLocation, navigate, useLocation } from '#core/router/location.ts';
import { wantSession } from '#core/session/browser/wanted.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { searchOf } from '../model/search-words.ts';
import { SaveSearchDialog } from './save-search-dialog.tsx';
import styles from './save-search.module.css';

/** The present list with the dialog that saves it open: whoever signs in for it is led back to it. */
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
  // What knows of the session is only loaded for those who need it.
  const { requireSignIn } = await import('#core/session/browser/pending.ts');
  wantSession();
  if (requireSignIn({ kind: 'open-page', path })) stay(path);
};

/** Turns what the list of deals is narrowed to into an alert. */
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
