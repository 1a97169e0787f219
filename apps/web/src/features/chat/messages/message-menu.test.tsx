import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Role } from '@izgodno/contract/accounts/session';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { toastStore } from '#shared/ui/toast.ts';
import { openMessageMenu } from '../testing/message-menu.tsx';
import { ME, OTHER } from '../testing/served-chat.tsx';

const signedIn = vi.hoisted(() => {
  // The client takes `fetch` when it is imported.
  globalThis.fetch = async () =>
    Response.json(
      { success: false, error: { code: 'second_factor_required', message: '' } },
      { status: 403 },
    );
  return { user: {} };
});

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));
vi.mock('#core/session/browser/session.ts', () => {
  const snapshot = { phase: { kind: 'signed-in', session: signedIn } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

/** Opens the menu of another user's message, as a plain member of the channel. */
const openMenu = async (role: Role, given: Partial<OwnChannel> = {}) => {
  signedIn.user = { ...ME, role };
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more')]);
  await openMessageMenu(OTHER, given);
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible();
};

const items = ['Pin', 'Delete'] as const;

test.each(['moderator', 'admin'] as const)(
  'a site %s may pin and delete messages of others in a public channel',
  async (role) => {
    await openMenu(role);
    for (const name of items)
      await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  },
);

test.each([
  ['member', { kind: 'public' }],
  ['moderator', { kind: 'private' }],
] as const)('a site %s may not in a channel: %j', async (role, given) => {
  await openMenu(role, given);
  for (const name of items)
    await expect.element(page.getByRole('menuitem', { name, exact: true })).not.toBeInTheDocument();
});

test('pinning without the second step that the role requires says so', async () => {
  await openMenu('moderator');
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect
    .poll(() => toastStore.get().map(({ text }) => text))
    .toContainEqual(expect.stringMatching(/^Your role needs a second step at sign-in\./));
});
