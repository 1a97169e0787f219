// Imported first, because it replaces the network of the chat.
import { server } from '../testing/channel-server.ts';
import { TYPING_INTERVAL_MS } from '@izgodno/contract/realtime/events';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { realtime } from '../testing/fake-realtime.ts';
import { composer, endChannel, open, row, startChannel } from '../testing/open-channel.tsx';
import { CHANNEL_ID, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

beforeEach(startChannel);
afterEach(endChannel);

const sentTexts = () =>
  server.sent.flatMap(({ path, body }) => (path === '/api/message' ? [body['text']] : []));

/** Pastes, and returns whether the field itself takes the text. */
const paste = (text: string, files: readonly File[] = []): boolean => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  for (const file of files) clipboardData.items.add(file);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  return composer().element().dispatchEvent(event);
};

const attached = () =>
  [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent);

describe('what is pasted', () => {
  test('is attached if it is files, beside those that are there', async () => {
    await open(1);
    await expect.element(composer()).toBeVisible();
    expect(paste('', [new File(['a'], 'map.txt')])).toBe(false);
    await expect.poll(attached).toEqual(['map.txt']);
    expect(paste('', [new File(['b'], 'list.txt')])).toBe(false);
    await expect.poll(attached).toEqual(['map.txt', 'list.txt']);
  });

  test('is left to the field if it is text', async () => {
    await open(1);
    await expect.element(composer()).toBeVisible();
    expect(paste('tent')).toBe(true);
  });
});

test('an emoji goes where the caret is, which goes on behind it', async () => {
  await open(1);
  await userEvent.fill(composer(), 'well done');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  await userEvent.click(page.getByRole('button', { name: 'Emoji' }));
  const search = page.getByRole('searchbox', { name: 'Find emoji' });
  await userEvent.fill(search, ' no such ');
  await expect.element(page.getByText('No emoji found')).toBeVisible();
  await userEvent.fill(search, ' rocket ');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(composer()).toHaveValue('well🚀 done');
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(composer()).toHaveValue('well🚀! done');
});

test('the arrow keys go from row to row of emoji', async () => {
  await open(1);
  await userEvent.click(page.getByRole('button', { name: 'Emoji' }));
  await userEvent.click(page.getByRole('searchbox', { name: 'Find emoji' }));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const emoji = page.getByRole('dialog', { name: 'Emoji' }).getByRole('button');
  await expect.element(emoji.nth(8)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
  await expect.element(emoji.nth(7)).toHaveFocus();
});

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

test('others see that one types, every few seconds, unless it is a change of what was sent', async () => {
  const send = vi.spyOn(realtime, 'send');
  const typing = () => send.mock.calls.filter((call) => JSON.stringify(call).includes('typing'));
  // No other test has typed so late.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  onTestFinished(() => {
    vi.useRealTimers();
    send.mockRestore();
  });
  await open(1);
  await userEvent.click(composer());
  await userEvent.keyboard('ab');
  await expect.element(composer()).toHaveValue('ab');
  expect(typing()).toEqual([[{ type: 'typing', channelId: CHANNEL_ID }]]);
  pass(TYPING_INTERVAL_MS);
  await userEvent.keyboard('c');
  await expect.poll(typing).toHaveLength(2);
  pass(TYPING_INTERVAL_MS);
  await userEvent.fill(composer(), '');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(composer()).toHaveValue('Message 1');
  await userEvent.keyboard('!');
  await expect.element(composer()).toHaveValue('Message 1!');
  expect(typing()).toHaveLength(2);
});

test('the keys of an input method and of a written text stay in the field', async () => {
  await open(1);
  await userEvent.fill(composer(), 'ab');
  const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
  expect(composer().element().dispatchEvent(new KeyboardEvent('keydown', enter))).toBe(true);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(composer()).toHaveValue('ab');
  expect(page.getByText('Editing your message').query()).toBeNull();
  expect(sentTexts()).toEqual([]);
});

test('a reply describes the field, which has the focus, and ends at Escape', async () => {
  await open(3);
  await row('Message 2')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Reply', exact: true }).click();
  await expect.element(composer()).toHaveFocus();
  await expect.element(composer()).toHaveAccessibleDescription(/^Replying to/);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(/^Replying to/)).not.toBeInTheDocument();
  await expect.element(composer()).not.toHaveAccessibleDescription(/^Replying to/);
});

describe('the list of a mention', () => {
  const MARINA = { id: '01890000-0000-7000-8000-a00000000001', name: 'Марина' };
  const chosen = page.getByRole('option', { selected: true });
  const field = page.getByRole('combobox', { name: 'Message General' });
  const active = () =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');

  /** Opens it for two names, of which the first is chosen. */
  const openList = async (): Promise<void> => {
    server.members = [OTHER, MARINA];
    onTestFinished(() => {
      server.members = [OTHER];
    });
    await open(1);
    await userEvent.click(composer());
    await userEvent.keyboard('@Мар');
    await expect.element(chosen).toMatchTextContent(/Мария$/);
  };

  test('is gone through by the arrow keys, from its last to its first, and begins again', async () => {
    await openList();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(chosen).toMatchTextContent(/Марина$/);
    expect(active()).toBe(chosen.element());
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(chosen).toMatchTextContent(/Мария$/);
    await userEvent.keyboard('{ArrowDown}и');
    await expect.element(chosen).toMatchTextContent(/Мария$/);
  });

  test('gives the chosen name at Tab, and the one that is pressed', async () => {
    await openList();
    await userEvent.keyboard('{ArrowDown}{Tab}');
    await expect.element(composer()).toHaveValue('@Марина ');
    await expect.element(composer()).toHaveFocus();
    await userEvent.keyboard('@Мар');
    await page.getByRole('option', { name: 'Мария' }).click();
    await expect.element(composer()).toHaveValue('@Марина @Мария ');
    await expect.element(composer()).toHaveFocus();
  });

  test('closes at Escape for this name, and opens for the next', async () => {
    await openList();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await userEvent.keyboard('{Backspace}');
    await expect.element(composer()).toHaveValue('@Ма');
    expect(page.getByRole('option').query()).toBeNull();
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    await expect.element(composer()).toHaveValue('');
    await userEvent.keyboard('@Мар');
    await expect.element(chosen).toBeVisible();
  });
});
