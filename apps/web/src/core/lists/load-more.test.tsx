import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { LoadMore } from './load-more.tsx';

const list = (shown: number) => (
  <LoadMore shown={shown} total={72} hasMore loading={false} onMore={async () => undefined} />
);

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('deals');
});

test('how much is shown is announced when more arrives, beside the status of the list', async () => {
  const screen = await render(list(24));
  const line = page.getByRole('paragraph');
  await expect.element(line).toMatchTextContent(/24/);
  await expect.element(line).toHaveAttribute('aria-live', 'polite');
  // Lists have one status, which says how many deals match.
  expect(page.getByRole('status').elements()).toHaveLength(0);
  const element = line.element();
  await screen.rerender(list(48));
  await expect.element(line).toMatchTextContent(/48/);
  expect(line.element()).toBe(element);
});
