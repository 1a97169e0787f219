import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { network } from './testing/network.ts';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { mila } from '#core/session/testing/sessions.ts';
import { aMessage } from '#features/chat/testing/messages.ts';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';

const COMMENTS = '/api/deals/1/comments';

/** The comments that were sent, also those whose response was lost. */
const sent = (): readonly { readonly text: string; readonly clientId: string }[] =>
  network.asked
    .filter(({ method, url }) => method === 'POST' && url.pathname === COMMENTS)
    .map(({ body }) => JSON.parse(body));

/** The response to a comment. */
let respond: () => Response | Promise<Response>;

const store = (): Response => {
  const { text, clientId } = sent().at(-1) ?? { text: '', clientId: '' };
  const channelId = dealChannelId('1');
  const comment = aMessage({
    seq: sent().length,
    channelId,
    text,
    clientId,
    sender: mila,
    createdAt: new Date().toISOString(),
  });
  return Response.json({ success: true, comment });
};

/** The response to the deletion of the first comment. */
const removed = (): Response =>
  Response.json({
    success: true,
    comment: aMessage({
      seq: 1,
      channelId: dealChannelId('1'),
      clientId: sent()[0]?.clientId ?? '',
      sender: mila,
      text: '',
      version: 2,
      deletedAt: '2026-11-28T10:00:00.000Z',
    }),
  });

beforeEach(async () => {
  respond = store;
  await startAfresh((request) => {
    if (request.url.pathname === '/api/auth/me')
      return Response.json({ success: true, user: mila });
    return request.method === 'POST' && request.url.pathname === COMMENTS
      ? respond()
      : request.method === 'DELETE'
        ? removed()
        : serving(3)(request);
  });
  signIn();
});

const openComments = async () => {
  const screen = await open('/deals/1');
  const field = screen.getByLabelText('Your comment');
  const send = screen.getByRole('button', { name: 'Post', exact: true });
  await expect.element(field).toBeVisible();
  return { screen, field, send };
};

test('a comment whose response was lost is sent again under the same id', async () => {
  const { screen, field, send } = await openComments();
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await field.fill('Is it new?');
  await send.click();
  await expect.element(field).toHaveAccessibleDescription(/Network error/);
  respond = store;
  await send.click();
  await expect.element(field).toHaveValue('');
  await field.fill('Is it new?');
  await send.click();
  await expect.poll(sent).toHaveLength(3);
  const [lost, again, next] = sent().map(({ clientId }) => clientId);
  expect(again).toBe(lost);
  expect(next).not.toBe(lost);
  await expect.element(screen.getByRole('article').first()).toBeVisible();
});

test('a comment on a deal that was removed meanwhile says that it was not sent', async () => {
  const { field, send } = await openComments();
  respond = () =>
    Promise.resolve(
      Response.json({ success: false, error: { code: 'not_found', message: '' } }, { status: 404 }),
    );
  await field.fill('Is it new?');
  await send.click();
  await expect.element(field).toHaveAccessibleDescription(/was not sent/);
  await expect.element(field).toHaveValue('Is it new?');
});

test('a comment that was changed after a lost response is another one', async () => {
  const { field, send } = await openComments();
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await field.fill('Is it new?');
  await send.click();
  await expect.element(field).toHaveAccessibleDescription(/Network error/);
  respond = store;
  await field.fill('Is it red?');
  await send.click();
  await expect.element(field).toHaveValue('');
  expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(2);
});

test('what is typed while a comment is sent stays', async () => {
  const { screen, field, send } = await openComments();
  const arrived = Promise.withResolvers<void>();
  respond = async () => {
    await arrived.promise;
    return store();
  };
  await field.fill('Is it new?');
  await send.click();
  await expect.poll(sent).toHaveLength(1);
  await field.fill('Is it new? And red?');
  arrived.resolve();
  await expect.element(screen.getByRole('article')).toBeVisible();
  await expect.element(send).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(field).toHaveValue('Is it new? And red?');
});

const deletions = () => network.asked.filter(({ method }) => method === 'DELETE');

test('a comment is deleted only after a question, and the keyboard goes on at the heading', async () => {
  const { screen, field, send } = await openComments();
  await field.fill('Is it new?');
  await send.click();
  const comment = screen.getByRole('article').first();
  await comment.getByRole('button', { name: 'Delete' }).click();
  expect(deletions()).toEqual([]);
  const question = screen.getByRole('dialog', { name: 'Delete this comment?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText(/^No comments yet/)).toBeVisible();
  expect(deletions()).toHaveLength(1);
  await expect.poll(() => document.activeElement?.id).toBe('comments-title');
});

test('the keyboard goes on in the field after a comment, and in the comment after a form of it', async () => {
  const { screen, field, send } = await openComments();
  await field.fill('Is it new?');
  const button = send.element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  const comment = screen.getByRole('article', { name: /^Comment/ });
  await comment.getByRole('button', { name: 'Edit' }).click();
  await expect.element(comment.getByRole('textbox')).toHaveFocus();
  await comment.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(comment).toHaveFocus();
  const reply = comment.getByRole('button', { name: 'Reply' });
  await expect.element(reply).toHaveAttribute('aria-expanded', 'false');
  await reply.click();
  await expect.element(reply).toHaveAttribute('aria-expanded', 'true');
  await expect.element(comment.getByRole('textbox')).toHaveFocus();
  await comment.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(comment).toHaveFocus();
});

/** Makes the server list the comment of another user. */
const listOne = (): void => {
  const others = network.response;
  const channelId = dealChannelId('1');
  const comment = aMessage({ seq: 1, channelId, text: 'Is it new?' });
  network.response = (request) =>
    request.method === 'GET' && request.url.pathname === COMMENTS
      ? Response.json({ success: true, channelId, total: 1, comments: [comment], nextCursor: null })
      : others(request);
};

test('a comment and a reply that were not sent are there when the page is opened again', async () => {
  listOne();
  const before = await openComments();
  await before.field.fill('Is it red?');
  const comment = before.screen.getByRole('article', { name: /^Comment/ });
  await comment.getByRole('button', { name: 'Reply' }).click();
  await comment.getByRole('textbox').fill('It is');
  await before.screen.unmount();

  const { screen, field, send } = await openComments();
  await expect.element(field).toHaveValue('Is it red?');
  await send.click();
  await expect.element(field).toHaveValue('');
  const again = screen.getByRole('article', { name: /^Comment/ }).last();
  await again.getByRole('button', { name: 'Reply' }).click();
  await expect.element(again.getByRole('textbox')).toHaveValue('It is');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.getByRole('button', { name: 'Reply' }).click();
  await expect.element(again.getByRole('textbox')).toHaveValue('');
  await screen.unmount();
  await expect.element((await openComments()).field).toHaveValue('');
});

test('a link to the comments leads to them also after they have made the page longer', async () => {
  const others = network.response;
  const channelId = dealChannelId('1');
  const comments = Array.from({ length: 30 }, (_, index) =>
    aMessage({ seq: 30 - index, channelId, text: `Is it new? ${30 - index}` }),
  );
  network.response = (request) =>
    request.method === 'GET' && request.url.pathname === COMMENTS
      ? Response.json({ success: true, channelId, total: 30, comments, nextCursor: null })
      : others(request);
  const screen = await open('/deals/1#comments');
  await expect.element(screen.getByText('Is it new? 30')).toBeInViewport();
  await expect
    .poll(() => document.getElementById('comments')?.getBoundingClientRect().top)
    .toBeLessThan(window.innerHeight / 3);
});
