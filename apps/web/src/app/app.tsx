import { ParamsContext } from '#core/router/params.ts';
import { PreloadContext } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { useScrollRestoration } from '#core/router/scroll.ts';
import { AccountLayer } from '#features/account/account-layer.tsx';
import { RequireSession } from '#features/account/require-session.tsx';
import { Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { pageComponents, preloadPage } from './page-components.ts';
import { findPage, type MatchedPage } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** The page of the current address inside what stands around it. */
export const App = () => {
  const { path } = useLocation();
  const page = findPage(path);
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
        <AccountLayer />
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
