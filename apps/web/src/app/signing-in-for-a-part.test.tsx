// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { beforeEach, expect, test } from 'vitest';
import { mila } from '#core/session/testing/sessions.ts';
import { aMessage } from '#features/chat/testing/messages.ts';
import { deal, open, serving, signIn, startAfresh, url } from './testing/served-app.tsx';

const seller = { id: '01890000-0000-7000-8000-a00000000001', name: 'Boris' };

beforeEach(async () => {
  await startAfresh();
  network.response = (request) => {
    if (request.url.pathname === '/api/auth/me')
      return Response.json({ success: true, user: mila });
    if (request.url.pathname === '/api/deals/1')
      return Response.json({ success: true, deal: deal(1, { seller }) });
    return serving(3)(request);
  };
});

test.each([
  ['Sign in to get a price alert', 'price-alert', 'Let me know below this price (€)'],
  ['Sign in to comment', 'comments', 'Your comment'],
])('“%s” says why, and leads on to #%s', async (name, id, field) => {
  const screen = await open('/deals/1');
  await screen.getByRole('link', { name }).click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  signIn();
  await expect.poll(() => url() + location.hash).toBe(`/deals/1#${id}`);
  await expect.element(screen.getByLabelText(field)).toBeInViewport();
  expect(document.activeElement?.id).toBe(id);
});

test('a visitor who wants to write to the seller is asked to sign in, and then writes', async () => {
  const screen = await open('/deals/1');
  await screen.getByRole('link', { name: 'Message the seller' }).click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  signIn();
  await expect.poll(url).toBe(`/chat?to=${seller.id}&deal=1`);
});

test('a visitor is not asked to write the first comment', async () => {
  const screen = await open('/deals/1');
  await expect.element(screen.getByText('No comments yet.', { exact: true })).toBeVisible();
});

test('a visitor who presses a reaction is asked to sign in, and then has reacted', async () => {
  const channelId = dealChannelId('1');
  const liked = (...userIds: string[]) =>
    aMessage({
      seq: 1,
      channelId,
      version: 1 + userIds.length,
      reactions: [{ emoji: '👍', count: 1 + userIds.length, userIds }],
    });
  const { response } = network;
  network.response = (request) => {
    const { pathname } = request.url;
    if (pathname === '/api/deals/1/comments')
      return Response.json({
        success: true,
        channelId,
        total: 1,
        comments: [liked()],
        nextCursor: null,
      });
    return pathname.includes('/reactions/')
      ? Response.json({ success: true, message: liked(mila.id) })
      : response(request);
  };
  const screen = await open('/deals/1');
  await screen.getByRole('button', { name: /1 reaction/ }).click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  signIn();
  await expect.poll(() => url() + location.hash).toBe('/deals/1#comments');
  await expect
    .poll(() => network.asked.map(({ method, url }) => `${method} ${url.pathname}`))
    .toContainEqual(expect.stringMatching(/^PUT .*reactions/));
});
