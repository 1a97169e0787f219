import { QueryClientProvider } from '@tanstack/react-query';
import type { Deal } from '@izgodno/contract/deals/deal';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '#core/api/query-client.ts';
import { chooseLanguage, loadArea } from '#core/language/language.ts';
import { DEAL } from '#core/deals/testing/deal.ts';
import { DealCard } from './deal-card.tsx';

beforeEach(() => loadArea('deals'));

const card = (given: Partial<Deal>) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DealCard deal={{ ...DEAL, ...given }} eager={false} view="grid" isResult={false} />
    </QueryClientProvider>,
  );
const assessment = { code: 'was_less', days: 7, amount: 20_00 } as const;

test.for([
  ['en', /^Was €20(\.00)? less in the last 7 days$/],
  ['bg', /^Беше с 20(,00)?\s€ по-евтино през последните 7 дни$/],
] as const)('a card says in words what its price is worth: %s', async ([code, text]) => {
  await chooseLanguage(code);
  const { getByText } = await card({ priceVerdict: assessment });
  await expect.element(getByText(text)).toBeVisible();
});

test.for([
  { priceVerdict: { code: 'not_enough_history', days: 3 } },
  { priceVerdict: assessment, status: 'sold' },
] as const)('a card says nothing of %o', async (given) => {
  await chooseLanguage('en');
  const { getByText, container } = await card(given);
  await expect.element(getByText('Toaster')).toBeVisible();
  expect(container.textContent).not.toMatch(/less|enough/);
});
