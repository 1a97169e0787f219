import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY, toggleSidebar, useSidebarOpen } from '#core/shell/sidebar.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { Link } from '#core/router/link.tsx';
import { siteName } from '#core/page-title.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { ProtectedLink } from '#features/accounts/protected-link.tsx';
import { UserMenuSlot } from '#features/accounts/user-menu-slot.tsx';
import { SearchBox } from '#features/search/box/search-box.tsx';
import { POST_PATH } from '#core/deals/paths.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { pages, type PageConfig } from '../pages.ts';
import { SIDEBAR_ID } from './sidebar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './header.module.css';

const NoticeBell = lazyComponent(
  ['notices'],
  async () => (await import('#features/notices/components/notice-bell.tsx')).NoticeBell,
);

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
            onClick={toggleSidebar}
          >
            <Icon name="menu" size={22} />
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
          <SearchBox />
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
