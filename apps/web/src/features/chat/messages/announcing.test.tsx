// Imported first, because it replaces the network of the chat.
import { server } from '../testing/channel-server.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  composer,
  endChannel,
  list,
  open,
  row,
  startChannel,
  wanted,
} from '../testing/open-channel.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => import('../testing/fake-session.ts'));

const announced = (): readonly string[] =>
  [...document.querySelectorAll('body > output p')].map(({ textContent }) => textContent);

beforeEach(async () => {
  document.querySelectorAll('body > output').forEach((region) => region.remove());
  await startChannel();
});
afterEach(endChannel);

const choose = async (name: string) => {
  await userEvent.click(row('Message 9').getByRole('button', { name: /^Actions for/ }));
  await userEvent.click(page.getByRole('menuitem', { name }));
};

test.for([
  ['React with 👍', 'You reacted with 👍'],
  ['Save for later', 'Saved for later'],
  ['Mark as unread from here', 'Marked as unread'],
] as const)('“%s” of the menu says when it is done', async ([name, said]) => {
  await open(10);
  await choose(name);
  await expect.poll(announced).toEqual([said]);
});

test('the text field says what it edits or replies to', async () => {
  await open(10);
  await expect.element(composer()).not.toHaveAccessibleDescription();
  await choose('Reply');
  await expect.element(composer()).toHaveAccessibleDescription(/^Replying to /);
});

test('attached files are announced', async () => {
  await open(10);
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(picker ?? document.body, [
    new File(['a'], 'a.txt'),
    new File(['b'], 'b.txt'),
  ]);
  await expect.poll(announced).toEqual(['2 files attached']);
});

test('a jump announces the message, and the arrow keys go on there', async () => {
  await open(500);
  wanted.set({ seq: 300 });
  await expect.element(row('Message 300')).toBeVisible();
  await expect.poll(announced).toEqual([expect.stringMatching(/^.+, November 20, 2026/)]);
  list().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Message 300')).toHaveFocus();
});

test('a message in another language than the page says so', async () => {
  await open(10);
  const { arrive } = await import('../testing/channel-server.ts');
  arrive({ text: 'Кога може да го видя?' });
  await expect.element(row('Кога може')).toBeVisible();
  expect(row('Кога може').element().querySelector('[lang]')?.getAttribute('lang')).toBe('bg');
  expect(row('Message 9').element().querySelector('[lang]')).toBeNull();
  expect(server.sent.every(({ path }) => path !== '/api/message')).toBe(true);
});
