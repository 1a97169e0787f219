import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentLanguage, startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import { requestFirst } from '#core/session/browser/request-first.ts';
import { ownTask } from '#shared/browser-events.ts';
import { App } from './app.tsx';
import { preloadDealLists } from './lazy-deal-lists.ts';
import { preloadPage } from './page-components.ts';
import { findPage } from './pages.ts';
import { waitForLater } from './when-later.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('The page lacks its root element');
const root = createRoot(element);

const { config } = findPage(location.pathname);
if (config.access === 'signed-in') requestFirst(config.firstCalls);

// The evaluation of this file and the first render are two tasks, neither of which is long on a slow
// phone.
await ownTask();

await startLanguage(() =>
  root.render(<output className="waiting">{currentLanguage().t('shell.loading')}</output>),
);

// The server-rendered first view stays until the page can replace it. Other pages have only what
// they say without scripts, and show their frame first.
if (element.querySelector('main') !== null) await preloadPage(location.href);
else if (config.features.includes('search')) await preloadDealLists().catch(() => undefined);

// The first view (`first-view.css`) is visible already, so the first render is a transition that
// yields to scrolling and tapping.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  ),
);

waitForLater();
