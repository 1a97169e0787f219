import type { Attachment } from '@izgodno/contract/chat/message';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { useSyncExternalStore } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import {
  CONCLUSION_MS,
  PREPARATION_MS,
  started,
} from '#core/uploads/engine/testing/started-engine.ts';
import { aFile, aMessage } from '../testing/messages.ts';
import { InPage, ME } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/realtime/followed.ts', () => ({ followDealChannel: () => () => {} }));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));
const { held, current } = vi.hoisted(() => {
  const held: { engine: UploadEngine | null; ready: Promise<void> } = {
    engine: null,
    ready: Promise.resolve(),
  };
  const current = (): UploadEngine => {
    if (held.engine === null) throw new Error('No engine');
    return held.engine;
  };
  return { held, current };
});
vi.mock('#core/uploads/browser/uploads.ts', () => {
  const state = {
    get: () => current().state.get(),
    subscribe: (listener: () => void) => current().state.subscribe(listener),
  };
  return {
    uploads: {
      state,
      engine: async () => {
        await held.ready;
        return current();
      },
      fileOf: (id: string) => current().fileOf(id),
      act: (run: (engine: UploadEngine) => void) => run(current()),
    },
    useUploads: () => useSyncExternalStore(state.subscribe, state.get),
  };
});

const CHANNEL = dealChannelId('1');
const WAIT = { timeout: 30_000 };

/** What the comments that were sent have. */
const sent: { text: string; clientId: string; attachments: { fileId: string }[] }[] = [];
/** The response to the next comment; one that stores it by default. */
let responses: (Response | Promise<Response>)[] = [];
let shown: readonly Attachment[] = [];

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (request.method === 'GET') {
    const comment = aMessage({ seq: 1, channelId: CHANNEL, attachments: [...shown] });
    const comments = shown.length === 0 ? [] : [comment];
    return Response.json({
      success: true,
      channelId: CHANNEL,
      total: comments.length,
      comments,
      nextCursor: null,
    });
  }
  const body = await request.json();
  sent.push(body);
  const comment = aMessage({ seq: 9, channelId: CHANNEL, sender: ME, ...body, attachments: [] });
  return responses.shift() ?? Response.json({ success: true, comment });
};

const { Comments } = await import('./comments.tsx');

let world: Awaited<ReturnType<typeof started>>;

beforeEach(async () => {
  localStorage.clear();
  sent.length = 0;
  responses = [];
  shown = [];
  world = await started();
  held.engine = world.engine;
  await startLanguage();
  await chooseLanguage('en');
  const areas = ['chat', 'chat.more', 'chat.comments', 'uploads', 'moderation'] as const;
  await Promise.all(areas.map((area) => loadArea(area)));
});

const file = (name: string, type = 'image/jpeg') => new File([name], name, { type });
const field = page.getByRole('textbox');
const post = page.getByRole('button', { name: 'Post', exact: true });
const removalOf = (name: string) => page.getByRole('button', { name: `Remove photo: ${name}` });

const openForm = () =>
  render(
    <InPage>
      <Comments dealId="1" />
    </InPage>,
  );

const choose = (...files: readonly File[]) =>
  userEvent.upload(document.querySelector('input[type=file]') ?? document.body, [...files]);

const upload = async (): Promise<void> => {
  // Not all are uploaded at the same time.
  for (let round = 0; round < 2; round += 1) {
    await world.clock.pass(PREPARATION_MS);
    for (const { respond } of world.sendings) respond();
    await world.clock.pass(CONCLUSION_MS);
  }
};

const fileIdsOf = ({ attachments }: (typeof sent)[number]) =>
  attachments.map(({ fileId }) => fileId);

test('photos are sent with a comment as soon as they are uploaded, and others are left out', async () => {
  await openForm();
  await choose(file('a.jpg'), file('manual.pdf', 'application/pdf'), file('b.jpg'));
  await expect.element(removalOf('b.jpg')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent('“manual.pdf” was not added');
  await field.fill('Mine after a year');
  await expect.element(post).toHaveAttribute('aria-disabled', 'true');
  await upload();
  await expect.element(post).not.toHaveAttribute('aria-disabled', 'true');
  await post.click();
  await expect.element(removalOf('b.jpg')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('');
  expect(sent).toMatchObject([{ text: 'Mine after a year' }]);
  expect(sent.map(fileIdsOf)).toEqual([
    world.sendings.map(({ payload }) => `file-of-${payload.facts.id}`),
  ]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('comment-drafts'))).toEqual([]);
});

test('a comment takes four photos, pasted ones too, and needs no text', async () => {
  await openForm();
  const clipboardData = new DataTransfer();
  for (const name of ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg'])
    clipboardData.items.add(file(name));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  field.element().dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await expect.element(removalOf('4.jpg')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent('2 files were left out');
  expect(removalOf('5.jpg').query()).toBeNull();
  await upload();
  await post.click();
  await expect.element(removalOf('4.jpg')).not.toBeInTheDocument();
  expect(sent.map((comment) => [comment.text, comment.attachments.length])).toEqual([['', 4]]);
});

test('a photo that is removed is not uploaded further, and the comment does not wait for it', async () => {
  await openForm();
  await choose(file('a.jpg'));
  await removalOf('a.jpg').click();
  await expect.element(removalOf('a.jpg')).not.toBeInTheDocument();
  expect(world.engine.state.get().uploads.map(({ status }) => status)).toEqual(['cancelled']);
  await field.fill('Without it');
  await post.click();
  await expect.poll(() => sent.map(fileIdsOf)).toEqual([[]]);
});

test('an upload that fails says why, and the comment waits for another attempt', async () => {
  await openForm();
  await choose(file('a.jpg'));
  await expect.element(removalOf('a.jpg')).toBeVisible();
  await world.clock.pass(PREPARATION_MS);
  world.sendings[0]?.fail({ kind: 'unreachable' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(post).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Try again: a.jpg' }).click();
  await world.clock.settle();
  await upload();
  await expect.element(post).not.toHaveAttribute('aria-disabled', 'true');
});

test('a form that is opened again has the photos of an unsent comment', async () => {
  const before = await openForm();
  await choose(file('a.jpg'));
  await field.fill('Wait for it');
  await expect.element(removalOf('a.jpg')).toBeVisible();
  await before.unmount();
  await openForm();
  await expect.element(removalOf('a.jpg')).toBeVisible();
  await upload();
  await expect.element(field).toHaveValue('Wait for it');
  await post.click();
  await expect.poll(() => sent.map((comment) => comment.attachments.length)).toEqual([1]);
});

test('a second attempt is the same comment, and photos that are gone are named', async () => {
  await openForm();
  await choose(file('a.jpg'));
  await expect.element(removalOf('a.jpg')).toBeVisible();
  await upload();
  const fields = { attachments: { code: 'unknown_file', message: '' } };
  const error = { code: 'validation_failed', message: '', fields };
  responses = [
    new Response('', { status: 503 }),
    Response.json({ success: false, error }, { status: 400 }),
  ];
  await post.click();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(post).not.toHaveAttribute('aria-disabled', 'true');
  await post.click();
  await expect.element(page.getByText(/^One of the photos no longer exists/)).toBeVisible();
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId);
  await removalOf('a.jpg').click();
  await field.fill('Then without');
  await post.click();
  await expect.poll(() => sent).toHaveLength(3);
  expect(sent[2]?.clientId).not.toBe(sent[0]?.clientId);
});

test('everyone sees the photos of a comment, and opens them in full screen', async () => {
  const image = { mimeType: 'image/jpeg', width: 40, height: 30 };
  shown = [aFile({ ...image, fileName: 'a.jpg' }), aFile({ ...image, fileName: 'bb.jpg' })];
  await openForm();
  await page.getByRole('button', { name: 'Open picture bb.jpg' }).click();
  const viewer = page.getByRole('dialog');
  await expect.element(viewer).toMatchTextContent('Picture 2 of 2');
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect.element(viewer).not.toBeInTheDocument();
});

test('a photo that is added while a comment is being sent is left for the next, without its text', async () => {
  await openForm();
  const { promise, resolve } = Promise.withResolvers<Response>();
  responses = [promise];
  await field.fill('Sent already');
  await post.click();
  await expect.poll(() => sent, WAIT).toHaveLength(1);
  await choose(file('a.jpg'));
  await expect.element(removalOf('a.jpg')).toBeVisible();
  const comment = aMessage({ seq: 9, channelId: CHANNEL, sender: ME, text: 'Sent already' });
  resolve(Response.json({ success: true, comment }));
  await expect.element(field).toHaveValue('');
  await expect.element(removalOf('a.jpg')).toBeVisible();
  await removalOf('a.jpg').click();
});

test('a photo that is still being added when its reply is cancelled is not uploaded', async () => {
  shown = [aFile({ mimeType: 'image/jpeg', fileName: 'b.jpg' })];
  await openForm();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  held.ready = promise;
  const reply = page.getByRole('button', { name: 'Reply' });
  await reply.click();
  const form = page.getByRole('article');
  await userEvent.upload(
    form.element().querySelector('input[type=file]') ?? document.body,
    file('a.jpg'),
  );
  await form.getByRole('button', { name: 'Cancel' }).click();
  resolve(undefined);
  held.ready = Promise.resolve();
  await reply.click();
  await form.getByRole('textbox').fill('Without it');
  await form.getByRole('button', { name: 'Post' }).click();
  await expect.poll(() => sent.map(fileIdsOf), WAIT).toEqual([[]]);
  expect(world.engine.state.get().uploads).toEqual([]);
});

test('photos of the same name, as all that are pasted, have names of their own', async () => {
  await openForm();
  await choose(file('image.png', 'image/png'), file('image.png', 'image/png'));
  await removalOf('image.png (2)').click();
  await expect.element(removalOf('image.png (2)')).not.toBeInTheDocument();
  await expect.element(removalOf('image.png')).toBeVisible();
});

test('a photo that is removed while it waits for others is not uploaded at all', async () => {
  await openForm();
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg'];
  await choose(...names.map((name) => file(name)));
  await removalOf('4.jpg').click();
  await expect.element(removalOf('4.jpg')).not.toBeInTheDocument();
  await upload();
  expect(world.sendings.map(({ payload }) => payload.facts.fileName)).toEqual(names.slice(0, 3));
});

test('a form that is opened again while its comment is being sent is empty afterwards', async () => {
  const before = await openForm();
  const { promise, resolve } = Promise.withResolvers<Response>();
  responses = [promise];
  await field.fill('Once only');
  await post.click();
  await expect.poll(() => sent, WAIT).toHaveLength(1);
  await before.unmount();
  await openForm();
  await expect.element(field).toHaveValue('Once only');
  const comment = aMessage({ seq: 9, channelId: CHANNEL, sender: ME, text: 'Once only' });
  resolve(Response.json({ success: true, comment }));
  await expect.element(field).toHaveValue('');
});

test('photos that are chosen stay when another tab writes', async () => {
  await openForm();
  await choose(file('a.jpg'));
  await expect.element(removalOf('a.jpg')).toBeVisible();
  const name = `comment-drafts:${ME.id}:deal:1`;
  localStorage.setItem(name, JSON.stringify({ text: 'From there', people: [] }));
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
  await upload();
  await post.click();
  await expect.poll(() => sent.map(fileIdsOf), WAIT).toEqual([[expect.anything()]]);
  expect(sent[0]?.text).toBe('');
});

test('what another tab writes and sends is in the form until the user writes in it', async () => {
  const name = `comment-drafts:${ME.id}:deal:1`;
  const writeElsewhere = (text: string | null): void => {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify({ text, people: [] }));
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
  };
  await openForm();
  await expect.element(field).toHaveValue('');
  writeElsewhere('From there');
  await expect.element(field).toHaveValue('From there');
  writeElsewhere(null);
  await expect.element(field).toHaveValue('');
  await field.fill('From here');
  writeElsewhere(null);
  await post.click();
  await expect.poll(() => sent.map(({ text }) => text), WAIT).toEqual(['From here']);
});
