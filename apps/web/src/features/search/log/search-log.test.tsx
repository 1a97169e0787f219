import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';

// The client takes `fetch` when it is created, so the component is imported afterwards.
globalThis.fetch = vi.fn<typeof fetch>(async () =>
  Response.json({
    success: true,
    storedDays: 90,
    leastVisitors: 3,
    searches: 0,
    withoutDeals: 0,
    opened: 0,
    rare: 0,
    queries: [],
    names: {},
  }),
);
const { SearchLog } = await import('./search-log.tsx');

test('a log without searches does not say that all of them found deals', async () => {
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('search.log');
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <SearchLog />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('No searches to show.')).toBeVisible();
  await expect.element(page.getByText(/^0.searches/u)).not.toBeInTheDocument();
});
