import type { Suggestion } from '@izgodno/contract/search/calls';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '#core/api/query-client.ts';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';

/** Answers the request for suggestions. */
let respond: (suggestions: readonly Suggestion[]) => void = () => undefined;

globalThis.fetch = vi.fn<typeof fetch>(async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Suggestion[]>();
  respond = resolve;
  return Response.json({ success: true, suggestions: await promise, deals: [] });
});

const { SuggestionPopup } = await import('./suggestion-popup.tsx');

const nothing = (): void => {};

const Search = () => {
  const [typed, setTyped] = useState('');
  return (
    <QueryClientProvider client={createQueryClient()}>
      <input aria-label="Search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <SuggestionPopup
        id="list"
        hintId="hint"
        typed={typed}
        onKeys={nothing}
        onState={nothing}
        searchFor={(q) => ({ q })}
        onSearch={nothing}
        onClose={nothing}
        onPause={nothing}
      />
    </QueryClientProvider>
  );
};

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('deals'), loadArea('search.suggestions')]);
});

test('the number of suggestions is said once it is known', async () => {
  await render(<Search />);
  const said: string[] = [];
  const status = page.getByRole('status');
  new MutationObserver(() => said.push(status.element().textContent)).observe(status.element(), {
    childList: true,
    characterData: true,
    subtree: true,
  });
  const field = page.getByRole('textbox', { name: 'Search' });
  await field.fill('bicycle');
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
  expect(said).toEqual([]);
  respond([{ text: 'red bicycle', kind: 'query', count: 4 }]);
  await expect.element(status).toHaveTextContent('1 suggestion');
  await field.fill('bicycles');
  await expect.element(status).toHaveTextContent('');
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(2);
  respond([]);
  await expect.element(status).toHaveTextContent('No suggestions');
  expect(said.filter((text) => text === 'No suggestions')).toHaveLength(1);
});
