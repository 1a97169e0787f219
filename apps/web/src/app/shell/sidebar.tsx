import { useEffect, useRef } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { closeSidebar } from '#core/shell/sidebar.ts';
import { Link } from '#core/router/link.tsx';
import { usePath } from '#core/router/location.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { CHAT_PATH } from '@izgodno/contract/site/chat-path';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { CategoryLinks } from '../lazy-deal-lists.ts';
import { type PageConfig, pages } from '../pages.ts';
import { UnreadSlot } from './unread-slot.tsx';
import styles from './sidebar.module.css';

const Filters = lazyComponent(
  ['deals', 'search.filters'],
  async () => (await import('#features/search/filters/filter-panel.tsx')).FilterPanel,
);

const Channels = lazyComponent(
  ['chat', 'shell.signed-in'],
  async () => (await import('#features/chat/channels/sidebar-chat.tsx')).SidebarChat,
);

/** The channels of the chat. */
const ChannelsSlot = () => (
  <Eventually>
    <Channels />
  </Eventually>
);

export const SIDEBAR_ID = 'sidebar';

/** Moves the focus into the opened drawer and back afterwards; Escape closes it. */
const useDrawer = (active: boolean, drawer: React.RefObject<HTMLElement | null>) => {
  useEffect(() => {
    if (!active) return;
    const before = document.activeElement;
    drawer.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeSidebar();
    };
    document.addEventListener('keydown', onKey);
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.removeEventListener('keydown', onKey);
      document.documentElement.style.overflow = '';
      // The page behind is inert until the closing is painted, and cannot take the focus before.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, [active, drawer]);
};

interface SidebarProps {
  readonly page: PageConfig;
  readonly open: boolean;
  readonly isDrawer: boolean;
}

const links = [
  ['deals', 'tag', 'shell.deals', Link],
  ['trending', 'trend', 'shell.trending', Link],
  ['chat', 'chat', 'shell.chat', ProtectedLink],
  ['favorites', 'heart', 'shell.favorites', ProtectedLink],
  ['myPosts', 'list', 'shell.myPosts', ProtectedLink],
  ['settings', 'gear', 'menu.settings', ProtectedLink],
] as const;

export const Sidebar = ({ page: { sidebar }, open, isDrawer }: SidebarProps) => {
  const { t } = useLanguage();
  const path = usePath();
  const element = useRef<HTMLElement>(null);
  useDrawer(isDrawer && open, element);

  return (
    <>
      {isDrawer && open && (
        // Closes the drawer by pointer; the keyboard has Escape and the close button.
        <div className={styles['scrim']} aria-hidden="true" onClick={closeSidebar} />
      )}
      <aside
        ref={element}
        id={SIDEBAR_ID}
        tabIndex={-1}
        aria-label={t('shell.sidebar')}
        className={styles['sidebar']}
        data-open={open}
        inert={!open}
      >
        {isDrawer && (
          <div className={styles['top']}>
            <span className={styles['topTitle']}>{t('shell.sidebar')}</span>
            <IconButton label={t('shell.closeMenu')} onClick={closeSidebar}>
              <Icon name="close" />
            </IconButton>
          </div>
        )}
        <ProtectedLink href={POST_PATH} className={`${buttonClass('primary')} ${styles['post']}`}>
          <Icon name="plus" />
          {t('shell.post')}
        </ProtectedLink>
        <nav aria-label={t('shell.mainNavigation')} className={styles['nav']}>
          {links.map(([page, icon, text, Anchor]) => {
            const isCurrent = page === 'chat' ? sidebar === 'chat' : path === pages[page].path;
            return (
              <Anchor
                key={page}
                href={page === 'chat' ? CHAT_PATH : pages[page].path}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <Icon name={icon} />
                {t(text)}
                {page === 'chat' && <UnreadSlot />}
              </Anchor>
            );
          })}
        </nav>
        {sidebar === 'filters' && !isDrawer && (
          <Eventually>
            <Filters />
          </Eventually>
        )}
        {sidebar !== 'chat' && (isDrawer || sidebar === 'categories') && (
          <Eventually>
            <CategoryLinks />
          </Eventually>
        )}
        {sidebar === 'chat' && <ChannelsSlot />}
      </aside>
    </>
  );
};
