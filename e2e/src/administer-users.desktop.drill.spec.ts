import type { Page } from '@playwright/test';
import { fillRegistration, fillSignIn } from './account-forms.ts';
import { becomeAdministrator } from './become-administrator.ts';
import { expect, expectAccessible, test as base } from './journey.ts';

const test = base.extend({ baseURL: async ({ ownProduct }, use) => use(ownProduct.url) });

const register = async (page: Page, url: string, name: string): Promise<string> => {
  await page.goto(`${url}/register?from=%2Fchat`);
  const email = await fillRegistration(page, name);
  await expect(page).toHaveURL(/\/chat\/.+/, { timeout: 30_000 });
  return email;
};

const post = (page: Page, title: string): Promise<string> =>
  page.evaluate(async (title) => {
    const response = await fetch('/api/deals', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
      },
      body: JSON.stringify({
        title,
        price: { amount: 100, currency: 'EUR' },
        category: 'other',
      }),
    });
    return /"deal":\{"id":"(\d+)"/.exec(await response.text())?.[1] ?? '';
  }, title);

const signIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(`${url}/login`);
  await fillSignIn(page, email);
};

test('a spammer is suspended, let in again, and deleted with three clicks', async ({
  page: admin,
  otherVisitor: spammer,
  ownProduct,
  expectedConsole,
}) => {
  test.setTimeout(180_000);
  // The spammer's calls are rejected, the sockets closed, and the posts not found.
  expectedConsole.push(/WebSocket connection to .* failed/, /status of (401|403|404)/);
  const { url } = ownProduct;
  await becomeAdministrator(admin, ownProduct);
  const email = await register(spammer, url, 'Spammy Sam');
  const posts: string[] = [];
  for (let index = 0; index < 3; index += 1)
    posts.push(await post(spammer, `Чудотворни хапчета ${index}`));

  await admin.goto('/admin');
  await admin.getByRole('searchbox', { name: 'Name or email' }).fill('spammy');
  await admin.getByRole('link', { name: 'Spammy Sam' }).click();
  await expect(admin.getByRole('heading', { name: 'Posts: 3' })).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole('button', { name: 'Suspend', exact: true }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Sells miracles');
  await admin.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(admin.getByText('Suspended: Sells miracles')).toBeVisible();

  // The open page notices the end of its session.
  await expect(spammer.getByRole('dialog', { name: 'Session Expired' })).toBeVisible({
    timeout: 30_000,
  });
  await signIn(spammer, url, email);
  await expect(spammer.getByRole('alert')).toContainText('This account is suspended.');
  await expect(spammer.getByRole('alert')).toContainText('Sells miracles');
  for (const id of posts)
    expect((await admin.request.get(`${url}/api/deals/${id}`)).status()).toBe(404);

  await admin.getByRole('button', { name: 'End the suspension' }).click();
  await expect(admin.getByText('Suspended: Sells miracles')).toHaveCount(0);
  for (const id of posts)
    expect((await admin.request.get(`${url}/api/deals/${id}`)).status()).toBe(200);

  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'Spammy Sam' }).click();
  await admin.getByRole('button', { name: 'Delete the account' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click();
  await expect(admin.getByRole('list', { name: 'People' })).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Spammy Sam' })).toHaveCount(0);
  for (const id of posts)
    expect((await admin.request.get(`${url}/api/deals/${id}`)).status()).toBe(404);
  await admin.getByRole('link', { name: 'Audit trail' }).click();
  await expect(admin.getByText(/Olga Operator deleted member/)).toBeVisible();
});
