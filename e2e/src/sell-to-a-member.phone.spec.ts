import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { openAsMember } from './new-member.ts';
import { pngImage } from './png-image.ts';

const register = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, name);
};

/** Posts a deal as the user of the page, and returns its id. */
const post = (page: Page, title: string): Promise<string> =>
  page.evaluate(async (given) => {
    const response = await fetch('/api/deals', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        title: given,
        price: { amount: 50_00, currency: 'EUR' },
        category: 'music-instruments',
      }),
    });
    const { deal }: { deal: { id: string } } = await response.json();
    return deal.id;
  }, title);

/** Changes the price of a user's own deal, in cents. */
const reprice = (page: Page, dealId: string, amount: number): Promise<number> =>
  page.evaluate(
    async ([id, cents]) => {
      const response = await fetch(`/api/deals/${id}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ price: { amount: cents, currency: 'EUR' } }),
      });
      return response.status;
    },
    [dealId, amount] as const,
  );

const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
const rateFive = async (page: Page): Promise<void> => {
  const five = page.getByRole('radio', { name: '5 out of 5 stars' });
  await page.locator('label').filter({ has: five }).click();
  await expect(five).toBeChecked();
  await page.getByLabel('What others should know').fill('All went well');
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await expect(page.getByText('Your rating:')).toBeVisible();
};

test('a visitor buys from a member, both rate and comment, and a price alert comes', async ({
  page: seller,
  otherVisitor: buyer,
}) => {
  test.setTimeout(180_000);
  const word = randomUUID().slice(0, 8);
  await openAsMember(seller, '/robots.txt', { name: `Seller ${word}` });
  const dealId = await post(seller, `Guitar ${word}`);

  await buyer.goto(`/deals/${dealId}`);
  await buyer.getByRole('link', { name: 'Message the seller' }).click();
  await register(buyer, `Buyer ${word}`);
  await expect(buyer).toHaveURL(/\/chat\/.+/, { timeout: 30_000 });
  const head = buyer.getByRole('complementary', { name: 'What you are talking about' });
  await expect(head.getByRole('link', { name: new RegExp(`Guitar ${word}.*€50`) })).toBeVisible();
  await head.getByRole('button', { name: 'Is it still available?' }).click();
  await expect(messages(buyer).getByText('Is it still available?')).toBeVisible();
  await expect(head.getByRole('button', { name: 'Is it still available?' })).toBeHidden();
  await expectAccessible(buyer);
  const path = new URL(buyer.url()).pathname;

  await seller.goto(path);
  await seller.getByRole('button', { name: `Mark as sold to Buyer ${word}` }).click();
  await expect(seller.getByText(`Sold to Buyer ${word}`)).toBeVisible();
  await rateFive(seller);
  await expect(seller.getByText(/It is shown once/)).toBeVisible();
  await expectAccessible(seller);

  await buyer.goto(`/deals/${dealId}`);
  await expect(buyer.getByText(`Bought from Seller ${word}`)).toBeVisible();
  await rateFive(buyer);
  await buyer
    .getByRole('link', { name: `Seller ${word}` })
    .first()
    .click();
  await expect(buyer.getByRole('heading', { name: 'Ratings' })).toBeVisible();
  await expect(buyer.getByText('1 rating', { exact: true })).toBeVisible();
  await expect(buyer.getByText('All went well')).toBeVisible();
  await expectAccessible(buyer);

  await seller.goto(`/deals/${dealId}`);
  await buyer.goto(`/deals/${dealId}`);
  await expect(buyer.getByText('No comments yet.')).toBeVisible();
  await expect(seller.getByLabel('Your comment')).toBeVisible();
  await buyer.getByLabel('Your comment').fill('Plays beautifully');
  const photo = { name: 'guitar.png', mimeType: 'image/png', buffer: pngImage([200, 60, 60]) };
  await buyer.locator('#deal-comments input[type=file]').setInputFiles(photo);
  await expect(buyer.getByRole('button', { name: 'Remove photo: guitar.png' })).toBeVisible();
  await buyer.getByRole('button', { name: 'Post', exact: true, disabled: false }).click();
  await expect(seller.getByText('Plays beautifully')).toBeVisible();
  await seller.getByRole('button', { name: 'Open picture guitar.png' }).click();
  await expect(seller.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessible(seller);
  await seller.getByRole('button', { name: 'Close', exact: true }).click();
  await seller.getByRole('button', { name: 'Reply', exact: true }).click();
  await seller.getByLabel(`Your reply to Buyer ${word}`).fill('Enjoy it');
  await seller.getByRole('button', { name: 'Post', exact: true }).last().click();
  await expect(buyer.getByText('Enjoy it')).toBeVisible();
  await buyer.getByText('Enjoy it').scrollIntoViewIfNeeded();
  await expectAccessible(buyer);

  const other = await post(seller, `Violin ${word}`);
  await buyer.goto(`/deals/${other}`);
  await buyer.getByLabel('Let me know below this price').fill('40');
  await buyer.getByRole('button', { name: 'Set the alert' }).click();
  await expect(buyer.getByText('We will let you know once it costs less than €40')).toBeVisible();
  await expectAccessible(buyer);
  // It is about the sale. That of the reply is read, because the reply was on the screen.
  await expect(buyer.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  expect(await reprice(seller, other, 39_00)).toBe(200);
  await expect(buyer.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  await buyer.goto('/favorites/alerts');
  await expect(buyer.getByText('Reached: below €40 · now €39')).toBeVisible();
  await expectAccessible(buyer);
});
