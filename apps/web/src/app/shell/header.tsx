import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY, toggleSidebar, useSidebarOpen } from '#core/layout/sidebar.ts';
import { Link } from '#core/router/link.tsx';
import { siteName } from '#core/page-title.ts';
import { UserMenuSlot } from '#features/account/user-menu-slot.tsx';
import { SearchBox } from '#features/deals/components/search-box.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { pages, type PageConfig } from '../pages.ts';
import { SIDEBAR_ID } from './sidebar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './header.module.css';

export const Header = ({ page, inert }: { page: PageConfig; inert: boolean }) => {
  const { t } = useLanguage();
  const open = useSidebarOpen();
  const narrow = useMediaQuery(DRAWER_QUERY);
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
        {page.features.includes('languageSwitcher') && <LanguageSwitch />}
        <ThemeSwitch />
        {page.features.includes('userMenu') && <UserMenuSlot />}
      </div>
    </header>
  );
};
