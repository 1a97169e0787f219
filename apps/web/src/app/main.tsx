import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentLanguage, startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import { after } from '#shared/browser-events.ts';
import { App } from './app.tsx';
import { preloadPage } from './page-components.ts';

/** What nobody waits for begins when the page has long been there, in milliseconds. */
const LATER_MS = 3_000;

const element = document.getElementById('root');
if (element === null) throw new Error('The page lacks its root element');
const root = createRoot(element);

await startLanguage(() =>
  root.render(<output className="waiting">{currentLanguage().t('shell.loading')}</output>),
);

// What the page arrived with stays in sight until all that takes its place can be shown.
if (element.hasChildNodes()) await preloadPage(location.href);

// The page has something to show already (`first-view.css`): the application gives way to whoever
// scrolls or taps meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  ),
);

after(LATER_MS, () => {
  import('./later.ts')
    .then(({ beginLater }) => beginLater())
    // All that people came for is there without it.
    .catch(() => undefined);
});
