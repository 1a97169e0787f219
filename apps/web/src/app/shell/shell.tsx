import '#shared/styles/print.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { closeSidebar, DRAWER_QUERY, useSidebarOpen } from '#core/shell/sidebar.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { usePath } from '#core/router/location.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import type { PageConfig } from '../pages.ts';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './shell.module.css';

const Footer = lazyComponent(
  ['site'],
  async () => (await import('#features/site/footer.tsx')).Footer,
);

const ToastRegion = lazyComponent(
  [],
  async () => (await import('#shared/ui/toast-region.tsx')).ToastRegion,
);

const BottomNavigation = lazyComponent(
  ['shell.bar'],
  async () => (await import('./bottom-navigation.tsx')).BottomNavigation,
);

/** Calls `act` after navigation to another page. */
const useNewPage = (act: () => void) => {
  const path = usePath();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    act();
  });
};

/** The layout around every page, by its row in the pages table. */
export const Shell = ({ page, children }: { page: PageConfig; children: ReactNode }) => {
  const { t } = useLanguage();
  const open = useSidebarOpen();
  const isDrawer = useMediaQuery(DRAWER_QUERY);
  const main = useRef<HTMLElement>(null);

  useNewPage(() => {
    // Focusing lays out the page, which the next frame does anyway.
    requestAnimationFrame(() => {
      // The link that led here is gone.
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    });
    if (isDrawer) closeSidebar();
  });

  const covered = page.layout.sidebar && isDrawer && open;
  const beside = page.layout.sidebar && !isDrawer && open;
  return (
    <>
      {/* A page of a form has nothing to skip, and the fragment of its URL may be a token. */}
      {page.layout.header && (
        <>
          <a href="#content" className={styles['skip']} inert={covered}>
            {t('shell.skip')}
          </a>
          <Header page={page} inert={covered} />
        </>
      )}
      {page.layout.sidebar && <Sidebar page={page} open={open} isDrawer={isDrawer} />}
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        inert={covered}
        className={styles['main']}
        data-header={page.layout.header}
        data-beside={beside}
        data-fills={page.layout.fills}
        data-footer={page.layout.footer}
      >
        {children}
      </main>
      {page.layout.footer && (
        <div className={styles['footer']} inert={covered} data-beside={beside}>
          <Eventually>
            <Footer />
          </Eventually>
        </div>
      )}
      {page.layout.sidebar && isDrawer && !open && (
        <Eventually>
          <BottomNavigation />
        </Eventually>
      )}
      <Eventually>
        <ToastRegion dismissLabel={t('shell.dismiss')} />
      </Eventually>
    </>
  );
};
