import type { Message } from '@izgodno/contract/chat/message';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aMessage } from '../testing/messages.ts';
import { InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/realtime/followed.ts', () => ({ followDealChannel: () => () => {} }));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

const CHANNEL = dealChannelId('1');
const comment = (seq: number, given: Partial<Message> = {}): Message =>
  aMessage({ seq, channelId: CHANNEL, sender: OTHER, text: `Comment ${seq}`, ...given });

const server = vi.fn<typeof fetch>(async () =>
  Response.json({
    success: true,
    channelId: CHANNEL,
    total: 3,
    comments: [comment(3), comment(2), comment(1)],
    nextCursor: null,
  }),
);
globalThis.fetch = server;

const { Comments } = await import('./comments.tsx');

const REGIONS = 'output, [role=status], [role=log], [role=alert], [aria-live]';

/** Texts that were added inside live regions. */
const said: string[] = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    if (target instanceof Element && target.closest(REGIONS) !== null)
      said.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''));
}).observe(document.body, { childList: true, subtree: true });

const arrive = (message: Message) => publish({ type: 'message.created', data: { message } });

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.comments'), loadArea('moderation')]);
});

test('only a comment of others that arrives later is announced, and once', async () => {
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  await page.getByRole('button', { name: 'Reply' }).first().click();
  await expect.element(page.getByLabelText(/^Your reply to/)).toBeVisible();
  expect(said).toEqual([]);
  arrive(comment(4));
  arrive(comment(4));
  arrive(comment(5, { sender: ME, text: 'My own' }));
  arrive(comment(6));
  await expect.element(page.getByText('Comment 6')).toBeVisible();
  const line = `New comment by ${OTHER.name}`;
  await expect.poll(() => said).toEqual([line, line]);
});

test('an unsent comment of an earlier release, which stored all in one value, is in the form', async () => {
  const drafts = { 'deal:1': { text: 'Does it fit?', people: [], version: 0, isChanged: true } };
  localStorage.setItem('comment-drafts', JSON.stringify({ userId: ME.id, drafts }));
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  const field = page.getByRole('textbox');
  await expect.element(field).toHaveValue('Does it fit?');
  await field.fill('');
});

test('a user reacts to a comment, removes the reaction, and sees the best comment first', async () => {
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  const first = page.getByRole('article').filter({ hasText: 'Comment 1' });
  await first.getByRole('button', { name: 'React', exact: true }).click();
  const respond = (version: number, ...userIds: string[]): void => {
    const reactions = [{ emoji: '👍', count: 1 + userIds.length, userIds }];
    const message = comment(1, { version, reactions });
    server.mockResolvedValueOnce(Response.json({ success: true, message }));
  };
  respond(8, ME.id);
  await first.getByRole('button', { name: 'React with 👍' }).click();
  const given = first.getByRole('button', { name: /2 reactions/ });
  await expect.element(given).toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(first.getByRole('button', { name: 'React with 🎉' }))
    .not.toBeInTheDocument();
  const added = new Request(...(server.mock.lastCall ?? ['']));
  expect([added.method, decodeURIComponent(new URL(added.url).pathname)]).toEqual([
    'PUT',
    `/api/message/${comment(1).id}/reactions/👍`,
  ]);

  await page.getByRole('button', { name: 'Best', exact: true }).click();
  await expect.element(page.getByRole('article').first()).toMatchTextContent(/Comment 1/);
  await page.getByRole('button', { name: 'Newest', exact: true }).click();
  await expect.element(page.getByRole('article').first()).toMatchTextContent(/Comment 3/);

  respond(9);
  await given.click();
  const left = first.getByRole('button', { name: /1 reaction/ });
  await expect.element(left).toHaveAttribute('aria-pressed', 'false');
  expect(server.mock.lastCall?.[1]?.method).toBe('DELETE');
});

test('without a connection a comment fails at once and stays in the form', async () => {
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await page.getByRole('textbox').fill('From the tunnel');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.element(page.getByText(/^Network error/)).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveValue('From the tunnel');
  await page.getByRole('textbox').fill('');
});

test('a moderator deletes a comment of another for a reason', async () => {
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  await page.getByRole('button', { name: 'Delete' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Delete comment' });
  await dialog.getByRole('textbox').fill('An insult');
  const deleted = comment(3, { text: '', deletedAt: '2026-11-20T10:00:00Z', version: 9 });
  server.mockResolvedValueOnce(Response.json({ success: true, comment: deleted }));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [input, init] = server.mock.lastCall ?? [];
  const request = new Request(input ?? '', init);
  expect([request.method, await request.json()]).toEqual(['DELETE', { reason: 'An insult' }]);
});

const NOT_FOUND = { success: false, error: { code: 'not_found', message: '' } };

test('a comment that was removed meanwhile says so to who deletes or reports it', async () => {
  server.mockResolvedValueOnce(
    Response.json({
      success: true,
      channelId: CHANNEL,
      total: 2,
      comments: [comment(2), comment(1, { sender: ME })],
      nextCursor: null,
    }),
  );
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  const own = page.getByRole('article').filter({ hasText: 'Comment 1' });
  await own.getByRole('button', { name: 'Delete' }).click();
  let dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  server.mockResolvedValueOnce(Response.json(NOT_FOUND, { status: 404 }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This comment has already been removed.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const other = page.getByRole('article').filter({ hasText: 'Comment 2' });
  await other.getByRole('button', { name: 'Report' }).click();
  dialog = page.getByRole('dialog', { name: 'Report this comment' });
  await dialog.getByRole('radio').first().click();
  server.mockResolvedValueOnce(Response.json(NOT_FOUND, { status: 404 }));
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This comment has already been removed.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await other.getByRole('button', { name: 'Delete' }).click();
  dialog = page.getByRole('dialog', { name: 'Delete comment' });
  await dialog.getByRole('textbox').fill('An insult');
  server.mockResolvedValueOnce(Response.json(NOT_FOUND, { status: 404 }));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

const own = comment(1, { sender: ME, createdAt: new Date().toISOString() });

/** Begins an edit of the user's own comment, in this state. */
const beginEdit = async (given: Partial<Message> = {}) => {
  server.mockResolvedValueOnce(
    Response.json({
      success: true,
      channelId: CHANNEL,
      total: 1,
      comments: [{ ...own, ...given }],
      nextCursor: null,
    }),
  );
  const screen = await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  return screen;
};

test('a comment that was edited elsewhere meanwhile is replaced only when it is saved again', async () => {
  await beginEdit();
  const field = page.getByRole('article').getByRole('textbox');
  await field.fill('Better words');
  const save = page.getByRole('button', { name: 'Save' });
  const error = { code: 'edited_meanwhile', message: '' };
  server.mockResolvedValueOnce(Response.json({ success: false, error }, { status: 409 }));
  await save.click();
  await expect.element(page.getByText(/^This was changed somewhere else/)).toBeVisible();
  await expect.element(field).toHaveValue('Better words');
  const saved = { ...own, text: 'Better words', editedAt: own.createdAt, version: 2 };
  server.mockResolvedValueOnce(Response.json({ success: true, comment: saved }));
  await save.click();
  await expect.element(field).not.toBeInTheDocument();
  const bodies = server.mock.calls.map(([, init]) => init?.body).slice(-2);
  expect(bodies).toEqual([
    JSON.stringify({ text: 'Better words', basedOn: 0 }),
    JSON.stringify({ text: 'Better words' }),
  ]);
});

test('an edit of a comment says what it is based on, also if begun earlier or saved before', async () => {
  const [editedAt, savedAt] = ['2026-11-30T10:00:00Z', '2026-11-30T11:00:00Z'];
  const field = page.getByRole('article').getByRole('textbox');
  const screen = await beginEdit();
  await field.fill('Begun');
  await screen.unmount();
  await beginEdit({ text: 'Elsewhere', editedAt });
  await expect.element(field).toHaveValue('Begun');
  const saving = Promise.withResolvers<Response>();
  server.mockReturnValueOnce(saving.promise);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await field.fill('Begun and ended');
  const saved = { ...own, text: 'Begun', editedAt: savedAt, version: 2 };
  saving.resolve(Response.json({ success: true, comment: saved }));
  await expect.element(save).toBeEnabled();
  server.mockResolvedValueOnce(
    Response.json({ success: true, comment: { ...saved, text: 'Begun and ended', version: 3 } }),
  );
  await save.click();
  await expect.element(field).not.toBeInTheDocument();
  const bodies = server.mock.calls.map(([, init]) => init?.body).slice(-2);
  expect(bodies).toEqual([
    JSON.stringify({ text: 'Begun', basedOn: 0 }),
    JSON.stringify({ text: 'Begun and ended', basedOn: Date.parse(savedAt) }),
  ]);
});

test('a moderator does not delete comments of others on their own deal', async () => {
  await render(
    <InPage>
      <Comments dealId="1" seller={ME} />
    </InPage>,
  );
  await expect.element(page.getByText('Comment 3')).toBeVisible();
  expect(page.getByRole('button', { name: 'Reply' }).elements()).not.toHaveLength(0);
  expect(page.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(0);
});

const SELLER = { id: '01890000-0000-7000-8000-d00000000000', name: 'Sam Seller' } as const;

/** The body of the last request. */
const lastBody = (): Promise<unknown> => new Request(...(server.mock.lastCall ?? [''])).json();

test('the seller and those who have commented are mentioned by keyboard and pointer', async () => {
  const screen = await render(
    <InPage>
      <Comments dealId="1" seller={SELLER} />
    </InPage>,
  );
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  const field = page.getByLabelText('Your comment');
  const options = page.getByRole('option');
  await field.fill('Thanks @');
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  const names = () => options.elements().map(({ textContent }) => textContent);
  expect(names().map((name) => name?.slice(-4))).toEqual(['ller', 'ария']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue(`Thanks @${OTHER.name} `);
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('and @sa');
  await page.getByRole('option', { name: SELLER.name }).click();
  await expect.element(field).toHaveValue(`Thanks @${OTHER.name} and @${SELLER.name} `);
  // What is typed is stored with those whom it mentions.
  await screen.unmount();
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  const text = `Thanks <@${OTHER.id}> and <@${SELLER.id}> `;
  server.mockResolvedValueOnce(Response.json({ success: true, comment: comment(8, { text }) }));
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.element(field).toHaveValue('');
  expect(await lastBody()).toMatchObject({ text });
});

test('an edit and a reply offer names, too, and an edit shows them', async () => {
  await beginEdit({ text: `Hello <@${OTHER.id}>`, mentions: [OTHER] });
  const field = page.getByRole('article').getByRole('textbox');
  await expect.element(field).toHaveValue(`Hello @${OTHER.name}`);
  await field.fill(`Hello @${OTHER.name}!`);
  const saved = { ...own, text: `Hello <@${OTHER.id}>!`, mentions: [OTHER], version: 2 };
  server.mockResolvedValueOnce(Response.json({ success: true, comment: saved }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(await lastBody()).toMatchObject({ text: saved.text });
  arrive(comment(5));
  await page.getByRole('button', { name: 'Reply' }).first().click();
  await page.getByLabelText(/^Your reply to/).fill(`@${OTHER.name.slice(0, 2)}`);
  await expect.element(page.getByRole('option', { name: OTHER.name })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a mention of a deleted account says so', async () => {
  await render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  arrive(comment(7, { text: 'Thanks <@01890000-0000-7000-8000-b00000000009>' }));
  await expect.element(page.getByText('@Deleted account')).toBeVisible();
});
