import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Invitation } from '@izgodno/contract/chat/invitation';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

const world = vi.hoisted(() => {
  const state: { invitations: Invitation[]; asked: string[]; withdrawn: boolean } = {
    invitations: [],
    asked: [],
    withdrawn: false,
  };
  return state;
});

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee', role: 'member' };
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const invitation: Invitation = {
  channel: { id: CHANNEL_ID, name: 'Тайна стая', kind: 'private', memberCount: 3 },
  inviter: OTHER,
  createdAt: '2026-11-21T10:00:00Z',
  expiresAt: '2026-12-05T10:00:00Z',
};

globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const { method, url } = new Request(input, init);
  const { pathname } = new URL(url);
  if (method !== 'GET') world.asked.push(`${method} ${pathname}`);
  if (pathname.endsWith('/invitations'))
    return Response.json({ success: true, invitations: world.invitations });
  if (pathname.endsWith('/blocks')) return Response.json({ success: true, blocks: [] });
  if (method === 'PUT' && world.withdrawn) {
    const error = { code: 'not_found', message: 'Item not found' };
    return Response.json({ success: false, error }, { status: 404 });
  }
  return Response.json({ success: true, channel: aChannel(), outcome: 'member' });
});

const { InvitationCard } = await import('./invitation-card.tsx');
const { InvitationLinks } = await import('./invitation-links.tsx');
const { startChat } = await import('../chat.ts');

startChat();

const onOpen = vi.fn<(channelId: string) => void>();

beforeEach(async () => {
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([
    loadArea('chat'),
    loadArea('chat.more'),
    loadArea('chat.panels'),
    loadArea('profiles'),
  ]);
  world.invitations = [invitation];
  world.asked = [];
  world.withdrawn = false;
});

const showCard = () =>
  render(
    <InPage>
      <InvitationCard invitation={invitation} userId={ME.id} />
    </InPage>,
  );

test('shows the inviter and the channel, and is accepted by keyboard', async () => {
  await showCard();
  await expect
    .element(page.getByRole('heading', { name: 'Мария invites you to Тайна стая' }))
    .toBeVisible();
  await expect.element(page.getByText(/3 members · open until/)).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Accept' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => world.asked)
    .toEqual([`PUT /api/channels/${CHANNEL_ID}/members/${ME.id}`]);
});

test('is declined, or its inviter blocked', async () => {
  await showCard();
  await userEvent.click(page.getByRole('button', { name: 'Decline' }));
  await userEvent.click(page.getByRole('button', { name: 'Block Мария' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Block' }));
  await expect
    .poll(() => world.asked)
    .toEqual([
      `DELETE /api/channels/${CHANNEL_ID}/members/${ME.id}`,
      `PUT /api/users/me/blocks/${OTHER.id}`,
    ]);
});

test('that was withdrawn meanwhile says so', async () => {
  world.withdrawn = true;
  await showCard();
  await userEvent.click(page.getByRole('button', { name: 'Accept' }));
  await expect.element(page.getByText('Item not found')).toBeVisible();
});

test('is in the sidebar while it is pending, also on the narrowest phone', async () => {
  await page.viewport(320, 640);
  await chooseLanguage('bg');
  await render(
    <InPage>
      <InvitationLinks onOpen={onOpen} />
      <InvitationCard invitation={invitation} userId={ME.id} />
    </InPage>,
  );
  const link = page.getByRole('link', { name: /Тайна стая от Мария/ });
  await expect.element(link).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.click(link);
  expect(onOpen).toHaveBeenCalledWith(CHANNEL_ID);
  world.invitations = [];
  publish({ type: 'invitation.ended', data: { channelId: CHANNEL_ID, userId: ME.id } });
  await expect.element(link).not.toBeInTheDocument();
});
