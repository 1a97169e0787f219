import { Suspense, useEffect } from 'react';
import {
  ChunkLoadError,
  ErrorBoundary,
  Eventually,
  type FailureProps,
  lazyComponent,
  RetryLoading,
} from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { PageFeatures } from '#core/page-features.ts';
import { usePageTitle } from '#core/page-title.ts';
import { ParamsContext } from '#core/router/params.ts';
import { PreloadContext } from '#core/router/link.tsx';
import { usePath } from '#core/router/location.ts';
import { useScrollRestoration } from '#core/router/scroll.ts';
import { useSessionWanted, wantSession } from '#core/session/browser/wanted.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { pageComponent, preloadPage } from './page-components.ts';
import { findPage, type MatchedPage } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** The screen for a page that failed: shows the error and offers a retry. */
export const ErrorScreen = ({ error, onReset }: FailureProps) => {
  const { t } = useLanguage();
  const isUnloaded = error instanceof ChunkLoadError;
  usePageTitle(t('errorScreen.title'));
  return (
    <Notice
      icon={isUnloaded ? 'offline' : 'warning'}
      title={t('errorScreen.title')}
      text={t(isUnloaded ? 'error.connectionLost' : 'errorScreen.text')}
      level={1}
    >
      <Button tone="primary" onClick={() => location.reload()}>
        {t('errorScreen.refresh')}
      </Button>
      <RetryLoading error={error} onReset={onReset} />
    </Notice>
  );
};

const SessionLayer = lazyComponent(
  ['accounts.session'],
  async () => (await import('./session-layer.tsx')).SessionLayer,
);
const RequireSession = lazyComponent(
  ['accounts.session'],
  async () => (await import('./session-layer.tsx')).RequireSession,
);

/** The current page inside the shell. */
export const App = () => (
  <ErrorBoundary fallback={BrokenProviders}>
    <SurroundedPage />
  </ErrorBoundary>
);

/** The error screen for a failure in the shell, which also unmounts the page. */
const BrokenProviders = (failure: FailureProps) => {
  useEffect(() => {
    // The text of the specification, section 8.
    console.error('Failed to apply page providers', failure.error);
  }, [failure.error]);
  return <ErrorScreen {...failure} />;
};

const SurroundedPage = () => {
  const path = usePath();
  const page = findPage(path);
  const sessionWanted = useSessionWanted();
  const needsSession = page.config.needsSession === true || page.config.access === 'signed-in';
  useEffect(() => {
    if (!needsSession) return;
    wantSession();
    // Starts now; otherwise the page would load only after the session's code, which surrounds it.
    void preloadPage(location.href);
  }, [needsSession]);
  return (
    <PreloadContext value={preloadPage}>
      <ParamsContext value={page.params}>
        <PageFeatures value={page.config.features}>
          <Shell page={page.config}>
            {/* Navigating away from a broken page resets the boundary. */}
            <ErrorBoundary
              key={page.config.staysMounted === true ? page.key : path}
              at={path}
              fallback={ErrorScreen}
            >
              <Suspense>
                <CurrentPage page={page} />
              </Suspense>
            </ErrorBoundary>
          </Shell>
        </PageFeatures>
        {sessionWanted && (
          <Eventually>
            <SessionLayer />
          </Eventually>
        )}
      </ParamsContext>
    </PreloadContext>
  );
};

const CurrentPage = ({ page }: { page: MatchedPage }) => {
  const { access, guarded, ahead = false } = page.config;
  const Page = pageComponent(page.key);
  // Inside the boundary, so that a page that still loads is rendered before it is scrolled.
  useScrollRestoration();
  const titled = (
    <>
      <PageTitle page={page} />
      {/* oxlint-disable-next-line react/static-components -- it is the same component at each render. */}
      <Page />
    </>
  );
  return access === 'any' || guarded ? (
    titled
  ) : (
    <RequireSession ahead={ahead}>{titled}</RequireSession>
  );
};

/**
 * Rendered before its page, which may set a more specific title, and suspends with it for the
 * texts.
 */
const PageTitle = ({ page: { config } }: { page: MatchedPage }) => {
  const { t } = useLanguage();
  usePageTitle(config.title && t(config.title));
  return null;
};
