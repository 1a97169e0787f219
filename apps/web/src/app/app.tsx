import { ParamsContext } from '#core/router/params.ts';
import { PreloadContext } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { useScrollRestoration } from '#core/router/scroll.ts';
import { useSessionWanted, wantSession } from '#core/session-browser/wanted.ts';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { pageComponents, preloadPage } from './page-components.ts';
import { findPage, type MatchedPage } from './pages.ts';
import { Shell } from './shell/shell.tsx';

const AccountLayer = lazy(async () => ({
  default: (await import('#features/account/account-layer.tsx')).AccountLayer,
}));
const RequireSession = lazy(async () => ({
  default: (await import('#features/account/require-session.tsx')).RequireSession,
}));

/** The page of the current address inside what stands around it. */
export const App = () => {
  const { path } = useLocation();
  const page = findPage(path);
  const sessionWanted = useSessionWanted();
  const needsSession = page.config.needsSession === true || page.config.access === 'signed-in';
  useEffect(() => {
    if (needsSession) wantSession();
  }, [needsSession]);
  return (
    <PreloadContext value={preloadPage}>
      <ParamsContext value={page.params}>
        <Shell page={page.config}>
          {/* Whoever leaves a broken page finds the next one whole. */}
          <ErrorBoundary key={path}>
            <Suspense>
              <CurrentPage page={page} />
            </Suspense>
          </ErrorBoundary>
        </Shell>
        {sessionWanted && (
          <Suspense>
            <AccountLayer />
          </Suspense>
        )}
      </ParamsContext>
    </PreloadContext>
  );
};

const CurrentPage = ({ page }: { page: MatchedPage }) => {
  const Page = pageComponents[page.key];
  // Inside the boundary, so that a page still loading is there before it is scrolled.
  useScrollRestoration();
  return page.config.access === 'any' ? (
    <Page />
  ) : (
    <RequireSession>
      <Page />
    </RequireSession>
  );
};
