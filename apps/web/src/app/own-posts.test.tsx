// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  field,
  FILE_ID,
  held,
  own,
  postServer,
  press,
  sent,
  startPostServer,
} from './testing/post-server.ts';
import { open, rejection } from './testing/served-app.tsx';

beforeEach(startPostServer);

describe('one’s own posts', () => {
  beforeEach(() => {
    held.posts = [
      own(41, { title: 'Bicycle', views: 1_200, likes: 3 }),
      own(42, { status: 'sold' }),
      own(43, { status: 'deleted' }),
    ];
  });

  test('have controls that are large enough for a thumb on a phone', async () => {
    await page.viewport(360, 740);
    const screen = await open('/my-posts');
    const main = screen.getByRole('main');
    await expect.element(main.getByRole('button', { name: /^Mark as sold/ })).toBeVisible();
    const small = [...main.element().querySelectorAll('button, nav a, article footer a')].flatMap(
      (control) => {
        const { width, height } = control.getBoundingClientRect();
        return Math.min(width, height) < 44 ? [`${control.textContent} ${width} × ${height}`] : [];
      },
    );
    expect(small).toEqual([]);
  });

  test('are counted by status, with their views and likes', async () => {
    const screen = await open('/my-posts');
    const first = screen.getByRole('article').first();
    await expect.element(first.getByRole('link', { name: 'Bicycle', exact: true })).toBeVisible();
    const numbers = first.getByRole('definition');
    await expect.element(numbers.nth(0)).toHaveTextContent('1,200');
    await expect.element(numbers.nth(1)).toHaveTextContent('3');
    await expect.element(numbers.nth(2)).toHaveTextContent('7');
    const tabs = screen.getByRole('navigation', { name: 'My posts by status' });
    const counted = ['All2', 'Active1', 'Sold1', 'Expired0', 'Deleted1'];
    expect(
      tabs
        .getByRole('link')
        .elements()
        .map((tab) => tab.textContent),
    ).toEqual(counted);
    await screen.getByRole('link', { name: /^Sold/ }).click();
    await expect.element(screen.getByRole('link', { name: 'Deal 42', exact: true })).toBeVisible();
    await expect.poll(() => screen.getByRole('article').all()).toHaveLength(1);
    await screen.getByRole('link', { name: /^Expired/ }).click();
    await expect.element(screen.getByText('No posts here')).toBeVisible();
  });

  test('have titles that a screen reader pronounces in their language', async () => {
    held.posts = [own(41, { title: 'Bicycle' }), own(42, { title: 'Велосипед' })];
    const screen = await open('/my-posts');
    const langOf = (name: string) =>
      screen
        .getByRole('link', { name, exact: true })
        .element()
        .closest('[lang]')
        ?.getAttribute('lang');
    await expect
      .element(screen.getByRole('link', { name: 'Велосипед', exact: true }))
      .toBeVisible();
    expect([langOf('Bicycle'), langOf('Велосипед')]).toEqual(['en', 'bg']);
  });

  test('are sold, expired, deleted and restored', async () => {
    const screen = await open('/my-posts');
    await screen.getByRole('button', { name: 'Mark as sold: Bicycle' }).click();
    await expect.element(screen.getByText('The deal is marked as sold')).toBeVisible();
    // The button is no more, so the keyboard goes on at the title.
    await expect.element(screen.getByRole('heading', { name: 'Bicycle' })).toHaveFocus();
    await expect
      .element(screen.getByRole('button', { name: 'Offer again: Bicycle' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Offer again: Bicycle' }).click();
    await expect.element(screen.getByText('The deal is offered again')).toBeVisible();
    await screen.getByRole('button', { name: 'Mark as expired: Bicycle' }).click();
    await expect.element(screen.getByText('The deal is marked as expired')).toBeVisible();
    await screen.getByRole('button', { name: 'Delete: Bicycle' }).click();
    await expect.element(screen.getByText('Deal deleted successfully')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Bicycle', exact: true }))
      .not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('link', { name: 'Bicycle', exact: true })).toBeVisible();
  });

  test('that a moderator removed lead to the decision, and cannot be restored', async () => {
    held.posts = [own(43, { status: 'deleted' }), own(44, { status: 'deleted' })];
    held.removed = ['44'];
    const screen = await open('/my-posts?status=deleted');
    await expect.element(screen.getByRole('button', { name: 'Restore: Deal 43' })).toBeVisible();
    await expect.element(screen.getByText('Removed by a moderator')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'See the decision: Deal 44' }))
      .toHaveAttribute('href', '/settings#decisions');
    await expect
      .element(screen.getByRole('button', { name: 'Restore: Deal 44' }))
      .not.toBeInTheDocument();
  });

  test('say why an action failed', async () => {
    const screen = await open('/my-posts');
    await expect.element(screen.getByRole('article').first()).toBeVisible();
    network.response = (request) =>
      request.method === 'DELETE' ? rejection(403, 'forbidden') : postServer(request);
    await screen.getByRole('button', { name: 'Delete: Bicycle' }).click();
    await expect
      .element(screen.getByText('You are not authorized to perform this action'))
      .toBeVisible();
  });

  test('are edited: only the changes are sent', async () => {
    const screen = await open('/deals/41');
    await screen.getByRole('link', { name: 'Edit: Bicycle' }).click();
    await expect.element(field(screen, 'Price in euro')).toHaveValue('410');
    await field(screen, 'Price in euro').fill('300');
    await screen.getByRole('button', { name: 'Move later: file 1' }).click();
    await press(screen, 'Save changes');
    await expect.element(screen.getByText('Your changes are saved')).toBeVisible();
    expect(sent('PATCH', '/api/deals/41')).toEqual({
      price: { amount: 30_000, currency: 'EUR' },
      media: [FILE_ID(2), FILE_ID(1)],
    });
  });

  test('have the owner’s actions on their page, and none for reports', async () => {
    const screen = await open('/deals/41');
    await expect.element(screen.getByText('This is your deal')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Share' })).toBeVisible();
    const reporting = screen.getByRole('button', { name: /^(?:Mark as expired|Report)$/ });
    await expect.element(reporting).not.toBeInTheDocument();
  });

  test('of other users have no owner’s actions', async () => {
    held.posts = [own(41, { title: 'Bicycle', seller: { id: FILE_ID(9), name: 'Ivan' } })];
    const screen = await open('/deals/41');
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Bicycle' })).toBeVisible();
    await expect
      .element(screen.getByText('Favorite', { exact: false }).first())
      .toBeInTheDocument();
    await expect.element(screen.getByText('This is your deal')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Report' })).toBeVisible();
  });
});
