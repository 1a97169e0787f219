import { expect, test } from 'vitest';
import { loadDealPageAhead } from './later.ts';

/** Whether the browser has loaded the code of a deal's page. */
const isLoaded = (): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('pages/deal-page.tsx'));

// Without a page, because the pointer may lie over one of its deals.
test('the page of a deal preloads once the user scrolls where a deal is linked', async () => {
  performance.setResourceTimingBufferSize(2_000);
  const link = document.createElement('a');
  link.href = '/deals/5';
  document.body.append(link);
  loadDealPageAhead();
  expect(isLoaded()).toBe(false);
  document.dispatchEvent(new Event('scroll'));
  await expect.poll(isLoaded).toBe(true);
});
