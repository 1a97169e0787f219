import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aChannel, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const channels: readonly OwnChannel[] = [
  aChannel({ name: 'General' }),
  aChannel({ id: '01890000-0000-7000-8000-c00000000001', name: 'Sales' }),
  aChannel({
    id: '01890000-0000-7000-8000-c00000000002',
    name: '',
    kind: 'direct',
    people: [ME, OTHER],
  }),
];

let lastActiveReads = 0;

globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const { pathname } = new URL(new Request(input, init).url);
  if (pathname.endsWith('/lastActiveChannel')) {
    lastActiveReads += 1;
    return Response.json({ success: true, lastActiveChannel: channels[1]?.id });
  }
  if (pathname === '/api/channels') return Response.json({ success: true, channels });
  return Response.json({ success: false }, { status: 404 });
});

const { directory, selection, startChat, title } = await import('../chat.ts');
const { SidebarChat } = await import('./sidebar-chat.tsx');

const namesIn = (section: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

const star = (channelId: string, starred: boolean): void =>
  publish({ type: 'preferences.changed', data: { channelId, notifications: 'all', starred } });

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('chat');
  startChat();
});
afterEach(() => directory.end());

test('the last active channel is read once, for the selection and for the title', async () => {
  await render(
    <InPage>
      <SidebarChat />
    </InPage>,
  );
  await expect.poll(() => selection.selection.get().channelId).toBe(channels[1]?.id);
  await expect.poll(() => title.name.get()).toBe('Sales');
  expect(lastActiveReads).toBe(1);
});

test('channels starred on any device have a section of their own, others keep their order', async () => {
  await render(
    <InPage>
      <SidebarChat />
    </InPage>,
  );
  await directory.begin(ME.id);
  await expect.poll(() => namesIn('Channels')).toEqual(['General', 'Sales']);
  expect(namesIn('Starred')).toEqual([]);
  for (const { id } of channels.slice(1)) star(id, true);
  await expect.poll(() => namesIn('Starred')).toHaveLength(2);
  expect(namesIn('Channels')).toEqual(['General']);
  expect(namesIn('Direct messages')).toEqual([]);
  star(channels[1]?.id ?? '', false);
  await expect.poll(() => namesIn('Channels')).toEqual(['General', 'Sales']);
});
