// Imported first, because it replaces the network of the chat.
import { server } from '../testing/channel-server.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseLanguage } from '#core/language/language.ts';
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { publish } from '../testing/fake-realtime.ts';
import {
  composer,
  endChannel,
  open,
  rendered,
  row,
  startChannel,
} from '../testing/open-channel.tsx';
import { CHANNEL_ID, ME, OTHER } from '../testing/served-chat.tsx';
import { directory } from '../chat.ts';
import { eraseDrafts, erasedWithDrafts } from './drafts.ts';
import type { FileMessage } from './send-files.ts';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));
// The files are not uploaded.
const sendFiles = vi.hoisted(() => vi.fn<(message: FileMessage) => void>());
vi.mock('./send-files.ts', async (original) => ({ ...(await original<object>()), sendFiles }));

beforeEach(startChannel);
afterEach(endChannel);

const attach = (file: File): Promise<void> =>
  userEvent.upload(document.querySelector('input[type=file]') ?? document.body, file);

const attached = (name: string) => page.getByRole('list', { name: /^\d+ files?$/ }).getByText(name);

const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });

const editLast = async (): Promise<void> => {
  await userEvent.click(composer());
  await userEvent.keyboard('{ArrowUp}');
};

const sentMessage = (): unknown => server.sent.find(({ path }) => path === '/api/message')?.body;

const placeholders = { en: 'Message General', bg: 'Съобщение до General' };

describe('the composer', () => {
  test('sends on Enter, breaks the line on Shift and Enter, and keeps unsent text', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
    await expect.element(composer()).toHaveValue('one\ntwo');
    expect(JSON.stringify(localStorage)).toContain('one');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('one')).toBeVisible();
    await expect.element(composer()).toHaveValue('');
    await expect
      .poll(() => server.sent.filter(({ path }) => path === '/api/message'))
      .toMatchObject([{ body: { text: 'one\ntwo' } }]);
    expect(row('one').elements()).toHaveLength(1);
    expect(JSON.stringify(localStorage)).not.toContain('one');
  });

  test('has the focus after its last file is removed; before, the file beside has it', async () => {
    await open(3);
    for (const name of ['map.txt', 'list.txt']) await attach(new File(['x'], name));
    await expect.element(remove('list.txt')).toBeVisible();
    await userEvent.click(remove('list.txt'));
    await expect.element(remove('map.txt')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(composer()).toHaveFocus();
  });

  test('on a touch screen breaks the line on Enter, and sends by the button or with Ctrl', async () => {
    const real = window.matchMedia.bind(window);
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => real(query === '(pointer: coarse)' ? 'all' : query));
    await open(3);
    await expect.element(composer()).toHaveAttribute('enterkeyhint', 'enter');
    await userEvent.click(composer());
    await userEvent.keyboard('one{Enter}two');
    await expect.element(composer()).toHaveValue('one\ntwo');
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
    await expect.element(row('one')).toBeVisible();
    await userEvent.keyboard('three{Control>}{Enter}{/Control}');
    await expect.element(row('three')).toBeVisible();
    media.mockRestore();
  });

  test('on a phone is above its buttons, as wide as all of them', async () => {
    await page.viewport(320, 640);
    await open(3);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await composer().fill('What does it cost?');
    const [text, button] = [composer(), send].map((part) => part.element().getBoundingClientRect());
    expect(text?.width).toBeGreaterThan(260);
    expect(button?.top).toBeGreaterThanOrEqual(text?.bottom ?? Infinity);
    expect(button?.right).toBeLessThanOrEqual(320);
  });

  test('is as high as its text, also once the screen is narrower or wider', async () => {
    await page.viewport(1280, 640);
    await open(3);
    await composer().fill('Is it still there, with the battery, the charger and all its parts?');
    const field = composer().element();
    const wide = field.clientHeight;
    await page.viewport(360, 640);
    await expect.poll(() => field.clientHeight).toBeGreaterThan(wide);
    await expect.poll(() => field.scrollHeight - field.clientHeight).toBe(0);
    await page.viewport(1280, 640);
    await expect.poll(() => field.clientHeight).toBe(wide);
  });

  test('is as high as its text by script where the browser does not find the height', async () => {
    const supports = vi.spyOn(CSS, 'supports').mockReturnValue(false);
    onTestFinished(() => supports.mockRestore());
    await open(3);
    await composer().fill('One');
    const low = composer().element().clientHeight;
    await composer().fill('One\nTwo\nThree');
    const field = composer().element();
    if (!(field instanceof HTMLElement)) throw new Error('The composer is no HTML element');
    expect(Number.parseFloat(field.style.height)).toBeGreaterThan(2 * low - 20);
    expect(field.scrollHeight).toBe(field.clientHeight);
  });

  test.each(['en', 'bg'] as const)(
    'on a phone with texts twice as large shows all of what it is for, in %s',
    async (code) => {
      await page.viewport(360, 740);
      document.documentElement.style.fontSize = '200%';
      onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
      await open(3);
      const field = composer().element();
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('The composer is no text field');
      await chooseLanguage(code);
      await expect.poll(() => field.placeholder).toBe(placeholders[code]);
      // The same text in the same place, as high as it needs to be.
      const full = document.createElement('div');
      const { width, font, lineHeight, padding } = getComputedStyle(field);
      Object.assign(full.style, { width, font, lineHeight, padding, boxSizing: 'border-box' });
      full.textContent = field.placeholder;
      document.body.append(full);
      onTestFinished(() => full.remove());
      expect(getComputedStyle(field, '::placeholder').whiteSpace).toBe('normal');
      expect(field.clientHeight).toBeGreaterThanOrEqual(full.clientHeight);
      expect(full.scrollWidth).toBeLessThanOrEqual(full.clientWidth);
    },
  );

  test.each([' ', '\u200B', '\u00A0\n'])(
    'does not send %j, of which nothing is seen',
    async (text) => {
      await open(3);
      await composer().fill(text);
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await expect.element(send).toHaveAttribute('aria-disabled', 'true');
    },
  );

  test('has the draft of another device', async () => {
    await open(1);
    const draft = { channelId: CHANNEL_ID, threadId: null, people: [], text: 'Hi', version: 7 };
    publish({ type: 'draft.changed', data: { draft } });
    await expect.element(composer()).toHaveValue('Hi');
  });

  test('shows a rejected message, with buttons to retry and to discard', async () => {
    server.rejection = 'muted';
    await open(3);
    await userEvent.fill(composer(), 'Let me in');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(row('Let me in').getByText('Not sent: You cannot write in this channel for now.'))
      .toBeVisible();
    await userEvent.fill(composer(), 'Behind it');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Behind it').getByText('Waiting to be sent')).toBeVisible();
    server.rejection = null;
    await userEvent.click(row('Let me in').getByRole('button', { name: 'Try again' }));
    await expect.element(row('Behind it').getByText('Waiting to be sent')).not.toBeInTheDocument();
    expect(server.messages.slice(-2).map(({ text }) => text)).toEqual(['Let me in', 'Behind it']);

    server.rejection = 'muted';
    await userEvent.fill(composer(), 'Too much');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(row('Too much').getByRole('button', { name: 'Discard' }));
    await expect.element(row('Too much')).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Messages', exact: true })).toHaveFocus();
  });

  test('shows a hint in slow mode, and sends by itself later', async () => {
    await open(3);
    server.rejection = 'slow_mode';
    await userEvent.fill(composer(), 'At once');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('At once')).toMatchTextContent(/This channel is in slow mode/);
    server.rejection = null;
    await expect.element(row('At once')).not.toMatchTextContent(/Waiting|Sending/);
    expect(server.messages.filter(({ text }) => text === 'At once')).toHaveLength(1);
  });

  test('edits the last own message by the arrow key, and cancels on Escape', async () => {
    await open(4);
    await userEvent.click(composer());
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(composer()).toHaveValue('Message 4');
    // With a modifier, the key opens another channel.
    await userEvent.keyboard('{Escape}{Alt>}{ArrowUp}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    await expect.element(composer()).toHaveValue('');
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.fill(composer(), 'Better words');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
  });

  test('keeps files and a reply while the user looks elsewhere, but not after signing out', async () => {
    await open(3);
    await row('Message 2')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Reply', exact: true }).click();
    await attach(new File(['a'], 'tent.png'));
    await expect.element(attached('tent.png')).toBeVisible();
    directory.end();
    await expect.element(composer()).not.toBeInTheDocument();
    await directory.begin(ME.id);
    await expect.element(attached('tent.png')).toBeVisible();
    await expect.element(page.getByText(/^Replying to/)).toBeVisible();
    expect(asksBeforeLeaving()).toBe(true);
    eraseDrafts();
    await expect.element(attached('tent.png')).not.toBeInTheDocument();
    expect(asksBeforeLeaving()).toBe(false);
    await expect.element(page.getByText(/^Replying to/)).not.toBeInTheDocument();
  });

  test('keeps an edit in another channel and in the next page, until it is saved or cancelled', async () => {
    await open(3);
    await editLast();
    await composer().fill('Better words');
    directory.end();
    await expect.element(composer()).not.toBeInTheDocument();
    await directory.begin(ME.id);
    await expect.element(composer()).toHaveValue('Better words');
    // What the next page does not have.
    for (const erase of erasedWithDrafts) erase();
    await expect.element(composer()).toHaveValue('');
    await editLast();
    await expect.element(composer()).toHaveValue('Better words');
    await userEvent.keyboard('{Escape}');
    await editLast();
    await expect.element(composer()).not.toHaveValue('Better words');
    await composer().fill('Best words');

    const stored = Promise.withResolvers<void>();
    server.editing = stored.promise;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect.element(save).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    stored.resolve();
    await expect.element(row('Best words').getByText('(edited)')).toBeVisible();
    await expect.element(composer()).toHaveValue('');
    expect(server.sent.filter(({ body }) => body['text'] === 'Best words')).toHaveLength(1);
    expect(JSON.stringify(localStorage)).not.toContain('words');
  });

  test('keeps attached files while a message is edited', async () => {
    await open(4);
    await attach(new File(['text'], 'list.txt'));
    await userEvent.click(composer());
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.fill(composer(), 'Better words');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
    await expect.element(attached('list.txt')).toBeVisible();
  });

  test('keeps a reply that was begun while an edit was being stored', async () => {
    await open(4);
    const stored = Promise.withResolvers<void>();
    server.editing = stored.promise;
    await userEvent.click(composer());
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.fill(composer(), 'Better words');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(row('Message 3').getByRole('button', { name: /^Actions for/ }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Reply', exact: true }));
    await expect.element(page.getByText(/^Replying to/)).toBeVisible();
    stored.resolve();
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
    await rendered();
    await expect.element(page.getByText(/^Replying to/)).toBeVisible();
  });

  test('keeps what is typed on while an edit is being stored', async () => {
    await open(4);
    const stored = Promise.withResolvers<void>();
    server.editing = stored.promise;
    await userEvent.click(composer());
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.fill(composer(), 'Better words');
    await userEvent.keyboard('{Enter} and more');
    stored.resolve();
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
    await rendered();
    await expect.element(composer()).toHaveValue('Better words and more');
  });

  test('keeps what was typed if the message was edited elsewhere meanwhile, and replaces that if it is saved again', async () => {
    await open(4);
    await editLast();
    await userEvent.fill(composer(), 'Better words');
    server.messages = server.messages.map((message) =>
      message.text === 'Message 4'
        ? { ...message, text: 'Words of the phone', editedAt: '2026-11-20T10:00:01Z' }
        : message,
    );
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => toastStore.get().map(({ text }) => text))
      .toContainEqual(expect.stringMatching(/^This was changed somewhere else/));
    await expect.element(composer()).toHaveValue('Better words');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Better words').getByText('(edited)')).toBeVisible();
    await expect.element(composer()).toHaveValue('');
  });

  test('keeps what is typed and attached while files are being checked', async () => {
    const decoded = Promise.withResolvers<ImageBitmap>();
    const bitmap = await createImageBitmap(new ImageData(1, 1));
    const decoding = vi.spyOn(globalThis, 'createImageBitmap').mockReturnValue(decoded.promise);
    await open(3);
    const first = new File(['png'], 'tent.png', { type: 'image/png' });
    await attach(first);
    await userEvent.fill(composer(), 'Look');
    await userEvent.keyboard('{Enter}, a tent');
    await attach(new File(['text'], 'list.txt'));
    decoded.resolve(bitmap);
    await expect.poll(() => sendFiles.mock.calls.length).toBe(1);
    decoding.mockRestore();
    expect(sendFiles.mock.calls[0]?.[0]).toMatchObject({
      text: 'Look',
      files: [{ file: first, name: 'tent.png' }],
    });
    await expect.element(attached('tent.png')).not.toBeInTheDocument();
    await expect.element(attached('list.txt')).toBeVisible();
    await expect.element(composer()).toHaveValue('Look, a tent');
  });

  test('completes a mention, and stores the user’s id', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @mar');
    await expect
      .element(page.getByRole('option', { name: 'Мария' }))
      .toHaveAttribute('aria-selected', 'true');
    const field = page.getByRole('combobox', { name: 'Message General' });
    await expect.element(field).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(composer()).toHaveValue('hi @Мария ');
    await userEvent.keyboard('{Enter}');
    await expect.poll(sentMessage).toMatchObject({ text: `hi <@${OTHER.id}>` });
  });

  test('recognises a full name typed by hand, and Enter sends it', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @Мария');
    // Only one user matches, so no list opens.
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByRole('option', { name: 'Мария' })).toBeVisible();
    await userEvent.keyboard('я');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sentMessage).toMatchObject({ text: `hi <@${OTHER.id}>` });
  });

  test('does not use the list for fewer letters to pick another user', async () => {
    await open(3);
    await userEvent.click(composer());
    await userEvent.keyboard('hi @Мар');
    await expect.element(page.getByRole('option', { name: 'Мария' })).toBeVisible();
    await userEvent.keyboard('к{Enter}');
    await expect.poll(sentMessage).toMatchObject({ text: 'hi @Марк' });
  });

  test('does not send a corrupt picture', async () => {
    await open(3);
    const corrupt = new File(['no image'], 'tent.png', { type: 'image/png' });
    await attach(corrupt);
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect
      .poll(() => toastStore.get()[0]?.text)
      .toContain('(tent.png): The image is damaged');
    expect(server.sent.map(({ path }) => path)).not.toContain('/api/message');
  });

  test('inserts an emoji at the caret', async () => {
    await open(3);
    await userEvent.fill(composer(), 'well done');
    await userEvent.click(page.getByRole('button', { name: 'Emoji' }));
    await userEvent.fill(page.getByRole('searchbox', { name: 'Find emoji' }), 'rocket');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(composer()).toHaveValue('well done🚀');
  });
});

const above = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--above-input'));

test('publishes the height of its input, so that the upload manager floats above it', async () => {
  await open(3);
  await expect.element(composer()).toBeVisible();
  await expect.poll(above).toBeGreaterThan(40);
  const oneLine = above();
  await userEvent.fill(composer(), 'one\ntwo\nthree');
  await expect.poll(above).toBeGreaterThan(oneLine);
});
