import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/query/query-client.ts';
import { onUserChange } from '#core/session-browser/use-session.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page lacks its root element');

await startLanguage();

const queries = createQueryClient();
// What one person was shown is not for the next.
onUserChange(() => queries.clear());

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
