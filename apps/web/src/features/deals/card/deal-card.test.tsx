import '#shared/styles/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '#core/api/query-client.ts';
import { DEAL } from '#core/deals/testing/deal.ts';
import { DealCard } from './deal-card.tsx';

test('the numbers of comments and votes are beside their signs, however narrow the card', async () => {
  for (const width of [1280, 360]) {
    await page.viewport(width, 740);
    const { container, unmount } = await render(
      <QueryClientProvider client={createQueryClient()}>
        <div style={{ width: 158 }}>
          <DealCard
            deal={{ ...DEAL, comments: 12, temperature: 340 }}
            eager={false}
            view="grid"
            isResult={false}
          />
        </div>
      </QueryClientProvider>,
    );
    for (const number of ['12', '340°']) {
      const count = [...container.querySelectorAll('span:has(> svg)')].find(
        ({ textContent }) => textContent?.trim() === number,
      );
      const lines = document.createRange();
      lines.selectNodeContents(count?.lastChild ?? document.body);
      const sign = count?.querySelector('svg')?.getBoundingClientRect();
      expect(lines.getBoundingClientRect().top).toBeLessThan(sign?.bottom ?? 0);
    }
    await unmount();
  }
});

test('the whole name of a source is on a card, however narrow', async () => {
  for (const width of [1280, 360]) {
    await page.viewport(width, 740);
    const { getByText, unmount } = await render(
      <QueryClientProvider client={createQueryClient()}>
        <div style={{ width: 158 }}>
          <DealCard
            deal={{ ...DEAL, source: { ...DEAL.source, name: 'Магазин с дълго име' } }}
            eager={false}
            view="grid"
            isResult={false}
          />
        </div>
      </QueryClientProvider>,
    );
    const name = getByText('Магазин с дълго име').element();
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    await unmount();
  }
});
