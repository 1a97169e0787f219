import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, startLanguage } from '#core/language/language.ts';
import { LoadMore } from './load-more.tsx';

const list = (shown: number) => (
  <LoadMore shown={shown} total={72} hasMore loading={false} onMore={() => undefined} />
);

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
});

test('how much is shown is a status, which is said when more arrives', async () => {
  const screen = await render(list(24));
  const status = page.getByRole('status');
  await expect.element(status).toMatchTextContent(/24/);
  const element = status.element();
  await screen.rerender(list(48));
  await expect.element(status).toMatchTextContent(/48/);
  expect(status.element()).toBe(element);
});
