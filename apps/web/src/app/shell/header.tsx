import { languages } from '@izgodno/contract/common/language';
import { chooseLanguage, useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY, toggleSidebar, useSidebarOpen } from '#core/shell/sidebar.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { Link } from '#core/router/link.tsx';
import { siteName } from '#core/page-title.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { UserMenuSlot } from '#features/accounts/user-menu-slot.tsx';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { nativeNames } from '#core/language/detect.ts';
import { chooseTheme, themeStore } from '#core/theme/theme.ts';
import { useStore } from '#shared/store.ts';
import { SearchBox } from '../lazy-deal-lists.ts';
import { NoticeBell } from '../lazy-signed-in.ts';
import { type PageConfig, pages } from '../pages.ts';
import { SIDEBAR_ID } from './sidebar.tsx';
import { UnreadSlot } from './unread-slot.tsx';
import styles from './header.module.css';

const ThemeSwitch = () => {
  const { t } = useLanguage();
  const isDark = useStore(themeStore) === 'dark';
  return (
    <IconButton
      label={t(isDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
};

/** Each in its own script, as its readers know it. */
const shortNames = { en: 'EN', bg: 'БГ' } as const;

const LanguageSwitch = () => {
  const { code, t } = useLanguage();
  return (
    <fieldset aria-label={t('shell.language')} className={styles['languages']}>
      {languages.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-label={`${shortNames[other]}, ${nativeNames[other]}`}
          aria-pressed={other === code}
          className={styles['language']}
          onClick={() => void chooseLanguage(other)}
        >
          {shortNames[other]}
        </button>
      ))}
    </fieldset>
  );
};

const MENU_ID = 'menu';
const UNREAD_ID = 'menu-unread';

export const Header = ({ page, inert }: { page: PageConfig; inert: boolean }) => {
  const { t } = useLanguage();
  const open = useSidebarOpen();
  const narrow = useMediaQuery(DRAWER_QUERY);
  const sessionWanted = useSessionWanted();
  const hasSearch = page.features.includes('search');
  return (
    <header className={styles['header']} inert={inert}>
      <div className={styles['start']}>
        {page.layout.sidebar && (
          <IconButton
            label={t('shell.menu')}
            aria-expanded={open}
            aria-controls={SIDEBAR_ID}
            id={MENU_ID}
            // The number that it shows is part of its name, so that voice commands match the visible text.
            aria-labelledby={narrow ? `${MENU_ID} ${UNREAD_ID}` : undefined}
            className={styles['menu']}
            onClick={toggleSidebar}
          >
            <Icon name="menu" size={22} />
            {narrow && (
              <span id={UNREAD_ID} className={styles['unread']}>
                <UnreadSlot />
              </span>
            )}
          </IconButton>
        )}
        <Link
          href={pages.deals.path}
          className={styles['brand']}
          aria-label={t('shell.brand', { site: siteName() })}
        >
          <img src="/favicon.svg" width="30" height="30" alt="" />
          <span>{siteName()}</span>
        </Link>
      </div>
      {hasSearch && !narrow && (
        <div className={styles['search']}>
          <Eventually>
            <SearchBox />
          </Eventually>
        </div>
      )}
      <div className={styles['end']}>
        {/* First, so that the items after it keep their place when it appears. */}
        {sessionWanted && (
          <Eventually>
            <NoticeBell />
          </Eventually>
        )}
        {hasSearch && (
          <ProtectedLink href={POST_PATH} className={`${buttonClass()} ${styles['post']}`}>
            <Icon name="plus" />
            {t('shell.post')}
          </ProtectedLink>
        )}
        {page.features.includes('languageSwitcher') && <LanguageSwitch />}
        <ThemeSwitch />
        {page.features.includes('userMenu') && <UserMenuSlot />}
      </div>
    </header>
  );
};
