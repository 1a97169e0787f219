import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Ban, Member, OwnChannel } from '@izgodno/contract/chat/channel';
import type { PendingInvitation } from '@izgodno/contract/chat/invitation';
import type { Hook } from '@izgodno/contract/chat/hook-calls';
import type { ChannelLogEntry } from '@izgodno/contract/chat/moderation-calls';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { aMessage } from '../../testing/messages.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../../testing/served-chat.tsx';

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

const world = vi.hoisted(() => {
  const state: {
    members: Member[];
    bans: Ban[];
    invitations: PendingInvitation[];
    log: ChannelLogEntry[];
    hooks: Hook[];
    asked: SentRequest[];
  } = {
    members: [],
    bans: [],
    invitations: [],
    log: [],
    hooks: [],
    asked: [],
  };
  return state;
});

vi.mock('#core/realtime/browser/realtime.ts', () => import('../../testing/fake-realtime.ts'));

vi.mock('#core/session/browser/session.ts', () => {
  const user = {
    id: '01890000-0000-7000-8000-b00000000000',
    name: 'Ann Lee',
    role: 'member',
  };
  // One object, because React renders again if a snapshot is another object.
  const snapshot = { phase: { kind: 'signed-in', session: { user } } };
  return { session: { get: () => snapshot, subscribe: () => () => {} } };
});

const memberOf = (user: Member['user'], role: Member['role']): Member => ({
  user,
  role,
  mutedUntil: null,
  joinedAt: '2026-11-20T10:00:00Z',
  readSeq: null,
});

const found = aMessage({ seq: 7, sender: OTHER, text: '**Евтини почивки** в Гърция' });

const responses: Readonly<Record<string, (asked: SentRequest) => object>> = {
  'GET members': () => ({ members: world.members, nextCursor: null }),
  'GET bans': () => ({ bans: world.bans }),
  'GET invitations': () => ({ invitations: world.invitations }),
  'GET log': () => ({ entries: world.log, nextCursor: null }),
  'GET hooks': () => ({ hooks: world.hooks }),
  'POST hooks': ({ body }) => {
    const { name } = Object(body);
    const hook: Hook = {
      id: '01890000-0000-7000-8000-0000000000aa',
      name: String(name),
      maker: ME,
      createdAt: '2026-11-21T10:00:00Z',
      lastUsedAt: null,
    };
    world.hooks = [hook];
    return { hook, path: '/api/hooks/izh_secret' };
  },
  'GET people': () => ({ people: [OTHER] }),
  'GET blocks': () => ({ blocks: [] }),
  'GET files': () => ({ files: [], nextCursor: null }),
  'GET at': ({ query }) => ({ seq: query.get('time')?.startsWith('2026') === true ? 7 : null }),
  'GET search': ({ query }) => ({
    messages: query.get('q') === 'почивка' ? [found] : [],
    nextCursor: null,
  }),
  PATCH: ({ body }) => ({
    member: { ...memberOf(OTHER, 'member'), ...Object(body) },
  }),
  PUT: ({ path }) => {
    if (path.includes('/members/')) {
      const times = { createdAt: '2026-11-21T10:00:00Z', expiresAt: '2026-12-05T10:00:00Z' };
      world.invitations = [{ user: OTHER, inviter: ME, ...times }];
      return { channel: aChannel(), outcome: 'invited' };
    }
    world.members = world.members.filter(({ user }) => user.id !== OTHER.id);
    world.bans = [{ user: OTHER, reason: 'Spam', until: null, createdAt: '2026-11-21T10:00:00Z' }];
    return {};
  },
  DELETE: () => {
    world.invitations = [];
    world.bans = [];
    world.hooks = [];
    return {};
  },
};

const response = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const asked: SentRequest = {
    method: request.method,
    path: pathname,
    query: searchParams,
    body: text === '' ? null : JSON.parse(text),
  };
  world.asked.push(asked);
  const known =
    responses[`${asked.method} ${pathname.split('/').at(-1)}`] ?? responses[asked.method];
  return Response.json({ success: true, ...known?.(asked) });
};
globalThis.fetch = vi.fn<typeof fetch>(response);

const { ChannelInfo } = await import('./channel-info.tsx');
const { MessageSearch } = await import('../../search/message-search.tsx');
const { startChat } = await import('../../chat.ts');

startChat();

const onJump = vi.fn<(...positions: unknown[]) => void>();
const onClose = vi.fn<() => void>();
const nothing = (): void => {};
const membership = aChannel().membership;

const showInfo = (role: Member['role'], given: Partial<OwnChannel> = {}) =>
  render(
    <InPage>
      <ChannelInfo
        channel={aChannel({ membership: { ...membership, role }, ...given })}
        onClose={onClose}
        onJump={onJump}
      />
    </InPage>,
  );

const asked = (method: string): readonly SentRequest[] =>
  world.asked.filter((each) => each.method === method);

beforeEach(async () => {
  await page.viewport(1280, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('chat.panels')]);
  world.members = [memberOf(ME, 'owner'), memberOf(OTHER, 'member')];
  world.bans = [];
  world.invitations = [];
  world.log = [];
  world.hooks = [];
  world.asked = [];
  onJump.mockClear();
  onClose.mockClear();
});

describe('the panel of a channel', () => {
  test('lets members set their notices, and nothing else', async () => {
    await showInfo('member');
    await expect.element(page.getByRole('radio', { name: 'All messages' })).toBeChecked();
    await expect.element(page.getByLabelText('Slow mode')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('tab', { name: 'Members' }));
    await expect.element(page.getByText(OTHER.name)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `Actions for ${OTHER.name}` }))
      .not.toBeInTheDocument();
  });

  test('says to all whether senders see who reads, and lets moderators choose it', async () => {
    const text = 'Senders see who has read their messages';
    const member = await showInfo('member', { showsReaders: true });
    await expect.element(page.getByText(text)).toBeVisible();
    expect(page.getByRole('checkbox', { name: text }).query()).toBeNull();
    await member.unmount();
    await showInfo('moderator');
    await page.getByRole('checkbox', { name: text }).click();
    await expect
      .poll(() => asked('PATCH').map(({ body }) => body))
      .toEqual([{ showsReaders: true }]);
  });

  test('arrow keys move between tabs', async () => {
    await showInfo('member');
    await userEvent.click(page.getByRole('tab', { name: 'About' }));
    await userEvent.keyboard('{ArrowLeft}');
    await expect
      .element(page.getByRole('tab', { name: 'Files' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('No files have been sent here yet.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(page.getByRole('tab', { name: 'About' }).element());
  });

  test('owners mute for a while, ban with a reason, and lift the ban', async () => {
    await showInfo('owner');
    await userEvent.click(page.getByRole('tab', { name: 'Members' }));
    const actions = page.getByRole('button', { name: `Actions for ${OTHER.name}` });
    await userEvent.click(actions);
    await userEvent.click(page.getByRole('menuitem', { name: 'Mute' }));
    const dialog = page.getByRole('dialog');
    await userEvent.click(dialog.getByRole('radio', { name: '1 day' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(asked('PATCH').at(-1)?.body).toEqual({ mutedUntil: expect.stringMatching(/Z$/) });

    await userEvent.click(actions);
    await userEvent.click(page.getByRole('menuitem', { name: 'Ban' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'For good' }));
    await userEvent.fill(dialog.getByLabelText('Reason (optional)'), 'Spam');
    await userEvent.click(dialog.getByRole('button', { name: 'Ban' }));
    await expect.element(page.getByRole('heading', { name: 'Banned' })).toBeVisible();
    expect(asked('PUT').at(-1)).toMatchObject({
      path: `/api/channels/${CHANNEL_ID}/bans/${OTHER.id}`,
      body: { reason: 'Spam', until: null },
    });
    await userEvent.click(page.getByRole('button', { name: `Lift the ban of ${OTHER.name}` }));
    await expect.element(page.getByRole('heading', { name: 'Banned' })).not.toBeInTheDocument();
  });

  test('Escape closes a menu or dialog of the panel, then the panel', async () => {
    await showInfo('owner');
    await userEvent.click(page.getByRole('tab', { name: 'Members' }));
    const actions = page.getByRole('button', { name: `Actions for ${OTHER.name}` });
    await userEvent.click(actions);
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    expect(document.activeElement).toBe(actions.element());

    await userEvent.click(actions);
    await userEvent.click(page.getByRole('menuitem', { name: 'Mute' }));
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(document.activeElement).toBe(actions.element());
    expect(onClose).not.toHaveBeenCalled();

    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('the focus stays in the panel after the row of a banned member is removed', async () => {
    await showInfo('owner');
    await userEvent.click(page.getByRole('tab', { name: 'Members' }));
    const actions = page.getByRole('button', { name: `Actions for ${OTHER.name}` });
    await userEvent.click(actions);
    await userEvent.click(page.getByRole('menuitem', { name: 'Ban' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Ban' }));
    await expect.element(actions).not.toBeInTheDocument();
    expect(document.activeElement).toBe(page.getByRole('list', { name: 'Members' }).element());
  });

  test('members invite users, see the pending invitation, and withdraw it', async () => {
    await showInfo('member');
    await userEvent.click(page.getByRole('tab', { name: 'Members' }));
    world.members = [memberOf(ME, 'member')];
    await userEvent.fill(page.getByRole('combobox', { name: 'Invite people' }), 'Мар');
    await expect.element(page.getByRole('option', { name: OTHER.name })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    const invited = page.getByRole('list', { name: 'Invited' });
    await expect.element(invited.getByText(OTHER.name)).toBeVisible();
    expect(asked('PUT').at(-1)?.path).toBe(`/api/channels/${CHANNEL_ID}/members/${OTHER.id}`);
    await userEvent.click(
      page.getByRole('button', { name: `Withdraw the invitation of ${OTHER.name}` }),
    );
    await expect.element(invited).not.toBeInTheDocument();
    expect(asked('DELETE').at(-1)?.path).toBe(`/api/channels/${CHANNEL_ID}/members/${OTHER.id}`);
  });

  test('moderators make a hook, see its address once, and delete it', async () => {
    await showInfo('moderator');
    const hooks = page.getByRole('list', { name: 'Incoming hooks' });
    await userEvent.fill(page.getByLabelText('Name of the hook'), 'Build');
    await userEvent.click(page.getByRole('button', { name: 'Create a hook' }));
    await expect.element(page.getByText(`${location.origin}/api/hooks/izh_secret`)).toBeVisible();
    await expect.element(hooks.getByText(/not used yet/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Delete the hook Build' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await expect.element(hooks.getByText('Build')).not.toBeInTheDocument();
    await expect.element(page.getByText(/izh_secret/)).not.toBeInTheDocument();
    expect(asked('DELETE').at(-1)?.path).toBe(
      `/api/channels/${CHANNEL_ID}/hooks/01890000-0000-7000-8000-0000000000aa`,
    );
  });

  test('moderators read its log, members do not', async () => {
    world.log = [
      {
        id: '1',
        at: '2026-11-21T10:00:00Z',
        actor: ME,
        action: 'channel.ban',
        subject: OTHER,
        reason: 'Spam',
        details: { until: '' },
      },
      {
        id: '2',
        at: '2026-11-21T09:00:00Z',
        actor: null,
        action: 'channel.mute',
        subject: OTHER,
        reason: '',
        details: { until: '' },
      },
    ];
    const { unmount } = await showInfo('moderator');
    await userEvent.click(page.getByRole('tab', { name: 'Log' }));
    const log = page.getByRole('list', { name: 'Log' });
    await expect.poll(() => log.element().textContent).toMatch(/Banned: Мария.*Spam.*Ann Lee/);
    expect(log.element().textContent).toMatch(/Unmuted: Мария.*Deleted account/);
    await unmount();
    await showInfo('member');
    await expect.element(page.getByRole('tab', { name: 'Files' })).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Log' })).not.toBeInTheDocument();
  });

  test('fits the narrowest phone, in Bulgarian', async () => {
    await page.viewport(320, 640);
    await chooseLanguage('bg');
    await showInfo('owner');
    await expect
      .element(page.getByRole('radio', { name: 'Споменавания и отговори' }))
      .toBeVisible();
    for (const name of ['Участници', 'Файлове', 'Дневник', 'Относно']) {
      await userEvent.click(page.getByRole('tab', { name }));
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    }
  });
});

test('the channel is shown from the beginning of a day, in the time zone of the device', async () => {
  await render(
    <InPage>
      <MessageSearch channelId={CHANNEL_ID} onClose={nothing} onJump={onJump} />
    </InPage>,
  );
  const day = page.getByLabelText('Go to a day');
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await expect.element(show).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(day, '2026-11-20');
  await userEvent.click(show);
  await expect.poll(() => onJump.mock.calls).toEqual([[CHANNEL_ID, 7]]);
  const time =
    asked('GET')
      .findLast(({ query }) => query.has('time'))
      ?.query.get('time') ?? '';
  expect(new Date(time)).toEqual(new Date(2026, 10, 20));

  await userEvent.fill(day, '2019-01-01');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('There are no messages here yet.')).toBeVisible();
  expect(onJump).toHaveBeenCalledTimes(1);
});

test('messages are found by their words, marked, and opened by keyboard', async () => {
  await render(
    <InPage>
      <MessageSearch channelId={CHANNEL_ID} onClose={nothing} onJump={onJump} />
    </InPage>,
  );
  await userEvent.keyboard('почивка');
  await expect.element(page.getByText('1 message found')).toBeVisible();
  expect(document.querySelector('mark')?.textContent).toBe('почивки');
  await expect.element(page.getByText('Евтини почивки в Гърция')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onJump).toHaveBeenCalledWith(found.channelId, 7);
  await userEvent.click(page.getByRole('checkbox', { name: 'In all my channels' }));
  await expect.poll(() => asked('GET').at(-1)?.query.has('channelId')).toBe(false);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Words' }), 'nothing');
  await expect.element(page.getByText('Nothing was found for “nothing”.')).toBeVisible();
});
