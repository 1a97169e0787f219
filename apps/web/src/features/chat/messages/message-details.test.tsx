import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Receipts } from '@izgodno/contract/chat/receipt-calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { openMessageMenu } from '../testing/message-menu.tsx';
import { ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

let receipts: Receipts = { storedAt: '2026-11-21T10:00:00Z', delivered: null, seen: null };

globalThis.fetch = vi.fn<typeof fetch>(async () => Response.json({ success: true, ...receipts }));

/** Opens the details of a message by its menu, and returns their dialog. */
const openDetails = async (sender: typeof ME | typeof OTHER, given: Partial<OwnChannel> = {}) => {
  await openMessageMenu(sender, given);
  await page.getByRole('menuitem', { name: 'Details' }).click();
  return page.getByRole('dialog', { name: 'Message details' });
};

beforeEach(async () => {
  await page.viewport(360, 740);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('chat.panels')]);
  receipts = { storedAt: '2026-11-21T10:00:00Z', delivered: null, seen: null };
});

test('the sender sees the devices and the readers of a message, as they change', async () => {
  receipts = {
    ...receipts,
    delivered: { devices: 1, of: 3 },
    seen: { users: [], count: 0, of: 2 },
  };
  const dialog = await openDetails(ME);
  await expect.element(dialog).toMatchTextContent(/message number 7 of the channel/);
  await expect.element(dialog).toMatchTextContent(/To 1 of 3 devices.*By 0 of 2 members/);
  receipts = {
    ...receipts,
    delivered: { devices: 3, of: 3 },
    seen: { users: [OTHER], count: 1, of: 2 },
  };
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent(OTHER.name);
  await expect.element(dialog).toMatchTextContent(/To 3 of 3 devices/);
});

test('what is not counted or not shown says why', async () => {
  const dialog = await openDetails(ME, { showsReaders: true });
  await expect.element(dialog).toMatchTextContent(/Not counted in channels of more than 100/);
  await expect.element(dialog).toMatchTextContent(/Sent before this channel began/);
});

test('the message of another user says when it was stored, and who sees more', async () => {
  const dialog = await openDetails(OTHER);
  await expect.element(dialog).toMatchTextContent(/Stored.*Only the sender sees/);
  await expect.element(dialog).not.toMatchTextContent(/Delivered/);
});
