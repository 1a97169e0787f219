import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import '#shared/styles/first-view.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/query/query-client.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page lacks its root element');

await startLanguage();

// The page has something to show already (`first-view.css`): the application gives way to whoever
// scrolls or taps meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
