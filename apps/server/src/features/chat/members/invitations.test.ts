import { beforeEach, describe, expect, test } from 'vitest';
import * as blockCalls from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as invitationCalls from '@izgodno/contract/chat/invitation-calls';
import {
  chatRates,
  INVITATION_LIFETIME_MS,
  INVITATION_PAUSE_MS,
  PENDING_INVITATIONS,
  WITHDRAWAL_PAUSE_MS,
} from '@izgodno/contract/chat/limits';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { listNotices } from '@izgodno/contract/notices/calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { somebody } from '#test/session-app.ts';
import { eraseOldJob } from '../register-chat.ts';

const jobs = createImmediateJobs();
const chat = provideChatApp({}, () => ({ jobs }));
let owner: Chatter;
let guest: Chatter;
let channelId: string;
let count = 0;

const openChannel = async (who: Chatter, kind: 'public' | 'private'): Promise<string> => {
  count += 1;
  const body = { name: `поканени ${count}`, kind };
  return (await who.get(channelCalls.createChannel, { body })).channel.id;
};

beforeEach(async () => {
  // One IP registers a limited number of users an hour.
  chat.current.session.time += HOUR_MS;
  owner = await chat.current.someone();
  guest = await chat.current.someone();
  channelId = await openChannel(owner, 'private');
});

const codeOf = async (response: ReturnType<Chatter['ask']>): Promise<string> => {
  const { status, body } = await response;
  return status === 200 ? 'done' : (/"code":"(\w+)"/.exec(JSON.stringify(body))?.[1] ?? '');
};

const put = (who: Chatter, whom: Chatter, id = channelId) =>
  codeOf(who.ask(channelCalls.addMember, { params: { id, userId: whom.id } }));

const remove = (who: Chatter, whom: Chatter, id = channelId) =>
  codeOf(who.ask(channelCalls.removeMember, { params: { id, userId: whom.id } }));

const received = async (who: Chatter) =>
  (await who.get(invitationCalls.listInvitations)).invitations.map(({ channel }) => channel.id);

const pending = async (who: Chatter, id = channelId) =>
  (await who.get(invitationCalls.listPendingInvitations, { params: { id } })).invitations.map(
    ({ user }) => user.id,
  );

const channelsOf = async (who: Chatter) =>
  (await who.get(channelCalls.listChannels)).channels.map(({ id }) => id);

const noticesOf = async (who: Chatter) =>
  (await who.get(listNotices)).notices.map(({ content }) => content);

const becomeMember = async (who: Chatter, id = channelId): Promise<void> => {
  await put(owner, who, id);
  await put(who, who, id);
};

describe.each(['private', 'public'] as const)('into a %s channel', (kind) => {
  beforeEach(async () => {
    channelId = await openChannel(owner, kind);
  });

  test('a user is not added by another: they are invited, and join when they accept', async () => {
    const [page, ownersPage] = [await guest.connect(), await owner.connect()];
    const before = await channelsOf(guest);
    expect(await put(owner, guest)).toBe('done');
    expect(await channelsOf(guest)).toEqual(before);
    const { invitation } = (await page.frame('invitation.received')).data;
    const { channel } = await owner.get(channelCalls.getChannel, { params: { id: channelId } });
    expect(invitation).toMatchObject({
      channel: { id: channelId, name: channel.name, kind, memberCount: 1 },
      inviter: { id: owner.id, name: owner.name },
    });
    expect(await received(guest)).toEqual([channelId]);
    expect(await noticesOf(guest)).toMatchObject([
      { kind: 'channel_invitation', channel: { id: channelId }, inviter: { id: owner.id } },
    ]);
    expect(await pending(owner)).toEqual([guest.id]);
    // An invited user may not read the channel yet.
    expect(await codeOf(guest.ask(messageCalls.listMessages, { params: { channelId } }))).toBe(
      kind === 'private' ? 'not_found' : 'not_a_member',
    );

    expect(await put(guest, guest)).toBe('done');
    expect(await channelsOf(guest)).toContain(channelId);
    await ownersPage.frame('invitation.ended', ({ data }) => data.userId === guest.id);
    await ownersPage.frame('member.joined', ({ data }) => data.member.user.id === guest.id);
    expect([await received(guest), await pending(owner), await noticesOf(guest)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('a user who declines is not invited again for a while; the inviter cannot distinguish it from a block', async () => {
    await put(owner, guest);
    expect(await remove(guest, guest)).toBe('done');
    expect(await received(guest)).toEqual([]);
    expect(await noticesOf(guest)).toEqual([]);
    expect(await put(owner, guest)).toBe('person_unavailable');
    chat.current.session.time += INVITATION_PAUSE_MS;
    owner = await chat.current.signInAgain(owner);
    expect(await put(owner, guest)).toBe('done');
  });

  test('a user who has left is not invited back at once, but may return to a public one', async () => {
    await becomeMember(guest);
    expect(await remove(guest, guest)).toBe('done');
    expect(await put(owner, guest)).toBe('person_unavailable');
    expect(await put(guest, guest)).toBe(kind === 'public' ? 'done' : 'not_found');
  });
});

describe('rights to invitations', () => {
  const roles = ['owner', 'moderator', 'member', 'stranger', 'blocked'] as const;
  // The expected result, or the error code. The blocked one is a member whom the invited user has
  // blocked.
  const table = {
    private: {
      invite: ['done', 'done', 'done', 'not_found', 'person_unavailable'],
      withdraw: ['done', 'done', 'forbidden', 'not_found', 'forbidden'],
      list: [1, 1, 0, 'not_found', 0],
      log: ['done', 'done', 'forbidden', 'not_found', 'forbidden'],
      ban: ['done', 'done', 'forbidden', 'not_found', 'forbidden'],
    },
    public: {
      invite: ['done', 'done', 'done', 'forbidden', 'person_unavailable'],
      withdraw: ['done', 'done', 'forbidden', 'forbidden', 'forbidden'],
      list: [1, 1, 0, 0, 0],
      log: ['done', 'done', 'forbidden', 'forbidden', 'forbidden'],
      ban: ['done', 'done', 'forbidden', 'forbidden', 'forbidden'],
    },
  } as const;

  const doAs = async (
    actor: Chatter,
    act: keyof (typeof table)['public'],
    id: string,
    invited: Chatter,
  ) => {
    const params = { id, userId: invited.id };
    switch (act) {
      case 'invite':
        return put(actor, invited, id);
      case 'withdraw':
        return remove(actor, invited, id);
      case 'list': {
        const code = await codeOf(
          actor.ask(invitationCalls.listPendingInvitations, { params: { id } }),
        );
        return code === 'done' ? (await pending(actor, id)).length : code;
      }
      case 'log':
        return codeOf(actor.ask(moderationCalls.listChannelLog, { params: { id } }));
      case 'ban':
        return codeOf(actor.ask(moderationCalls.banMember, { params, body: {} }));
    }
  };

  test.each(['private', 'public'] as const)('of a %s channel', async (kind) => {
    const users = await Promise.all(roles.slice(1).map(() => chat.current.someone()));
    const actors = [owner, ...users];
    const blocked = actors[4] ?? owner;
    const inviter = await chat.current.someone();
    const guests = new Map<Chatter, Chatter>();
    for (const actor of actors) {
      const invited = await chat.current.someone();
      await invited.get(blockCalls.blockUser, { params: { userId: blocked.id } });
      guests.set(actor, invited);
    }
    const outcomes: Record<string, unknown[]> = {};
    for (const act of ['invite', 'withdraw', 'list', 'log', 'ban'] as const) {
      outcomes[act] = [];
      const id = await openChannel(owner, kind);
      const [, moderator, member] = actors;
      for (const insider of [moderator, member, blocked, inviter])
        if (insider !== undefined) await becomeMember(insider, id);
      const params = { id, userId: moderator?.id ?? '' };
      await owner.get(moderationCalls.updateMember, { params, body: { role: 'moderator' } });
      for (const actor of actors) {
        const invited = guests.get(actor) ?? guest;
        if (act !== 'invite') await put(inviter, invited, id);
        outcomes[act].push(await doAs(actor, act, id, invited));
        if (act === 'list') await remove(owner, invited, id);
      }
    }
    expect(outcomes).toEqual(table[kind]);
  });
});

test('an invitation is withdrawn by its inviter and by moderators only', async () => {
  const [member, other] = [await chat.current.someone(), await chat.current.someone()];
  await becomeMember(member);
  await becomeMember(other);
  await put(member, guest);
  expect(await pending(other)).toEqual([]);
  expect(await pending(member)).toEqual([guest.id]);
  expect(await pending(owner)).toEqual([guest.id]);
  expect(await remove(other, guest)).toBe('forbidden');
  const page = await guest.connect();
  expect(await remove(member, guest)).toBe('done');
  await page.frame('invitation.ended');
  expect(await put(guest, guest)).toBe('not_found');
  expect(await put(member, guest)).toBe('person_unavailable');
  expect(await put(other, guest)).toBe('done');
  expect(await remove(owner, guest)).toBe('done');
  chat.current.session.time += WITHDRAWAL_PAUSE_MS;
  const back = await chat.current.signInAgain(member);
  expect(await put(back, guest)).toBe('done');
});

test('it expires, and is then erased with its notice', async () => {
  await put(owner, guest);
  chat.current.session.time += INVITATION_LIFETIME_MS;
  guest = await chat.current.signInAgain(guest);
  expect(await received(guest)).toEqual([]);
  expect(await put(guest, guest)).toBe('not_found');
  await jobs.fire(eraseOldJob.name);
  expect(await noticesOf(guest)).toEqual([]);
});

test('it ends when its inviter leaves the channel', async () => {
  const member = await chat.current.someone();
  await becomeMember(member);
  await put(member, guest);
  await remove(owner, member);
  expect(await received(guest)).toEqual([]);
  expect(await put(guest, guest)).toBe('not_found');
});

test('a banned user is not invited, and a ban ends an invitation', async () => {
  await put(owner, guest);
  const params = { id: channelId, userId: guest.id };
  await owner.get(moderationCalls.banMember, { params, body: {} });
  expect(await received(guest)).toEqual([]);
  expect(await put(guest, guest)).toBe('not_found');
  expect(await put(owner, guest)).toBe('banned');
});

describe('concurrent', () => {
  test('invitations of one user are one', async () => {
    const member = await chat.current.someone();
    await becomeMember(member);
    expect(await Promise.all([put(owner, guest), put(member, guest)])).toEqual(['done', 'done']);
    expect(await received(guest)).toEqual([channelId]);
    expect(await noticesOf(guest)).toHaveLength(1);
  });

  test('accepting and withdrawing have one winner', async () => {
    for (let round = 0; round < 6; round += 1) {
      const somebodyNew = await chat.current.someone();
      await put(owner, somebodyNew);
      const [accepted] = await Promise.all([
        put(somebodyNew, somebodyNew),
        remove(owner, somebodyNew),
      ]);
      const isIn = (await channelsOf(somebodyNew)).includes(channelId);
      expect(accepted === 'not_found' && isIn).toBe(false);
      expect(await pending(owner)).not.toContain(somebodyNew.id);
      const again = await put(somebodyNew, somebodyNew);
      expect(again).toBe(isIn ? 'done' : 'not_found');
    }
  });

  test('joining and banning leave the user out', async () => {
    const open = await openChannel(owner, 'public');
    for (let round = 0; round < 6; round += 1) {
      const joiner = await chat.current.someone();
      const params = { id: open, userId: joiner.id };
      await Promise.all([
        put(joiner, joiner, open),
        owner.get(moderationCalls.banMember, { params, body: {} }),
      ]);
      expect(await channelsOf(joiner)).not.toContain(open);
    }
  });

  test('invitations to one user keep their limit', async () => {
    const ids = await Promise.all(
      Array.from({ length: PENDING_INVITATIONS.toOne + 3 }, () => openChannel(owner, 'private')),
    );
    const codes = await Promise.all(ids.map((id) => put(owner, guest, id)));
    expect(codes.filter((code) => code === 'done')).toHaveLength(PENDING_INVITATIONS.toOne);
    expect(new Set(codes)).toEqual(new Set(['done', 'limit_reached']));
    expect(await received(guest)).toHaveLength(PENDING_INVITATIONS.toOne);
  });
});

test('a user sends a limited number an hour', async () => {
  const { tries } = chatRates.invitation;
  const codes: string[] = [];
  for (let sent = 0; sent <= tries; sent += 1) codes.push(await put(owner, guest));
  expect(codes.indexOf('rate_limited')).toBe(tries);
});

test('the number pending for one user is limited, which the inviter cannot see', async () => {
  await chat.current.session.database.database
    .insertInto('channels')
    .values(
      Array.from({ length: PENDING_INVITATIONS.received }, (_, index) => ({
        id: `019a9000-0000-7000-9000-${String(index).padStart(12, '0')}`,
        name: 'пълно',
        kind: 'private' as const,
        direct_key: null,
        created_by: null,
        created_at: new Date(),
        archived_at: null,
      })),
    )
    .execute();
  await chat.current.session.database.database
    .insertInto('channel_invitations')
    .values(
      Array.from({ length: PENDING_INVITATIONS.received }, (_, index) => ({
        channel_id: `019a9000-0000-7000-9000-${String(index).padStart(12, '0')}`,
        user_id: guest.id,
        inviter_id: null,
        state: 'pending' as const,
        created_at: new Date(chat.current.session.time),
        expires_at: new Date(chat.current.session.time + 60_000),
        closed_at: null,
      })),
    )
    .execute();
  expect(await put(owner, guest)).toBe('person_unavailable');
});

test('the export names them on both sides, and they are erased with the inviter’s account', async () => {
  await put(owner, guest);
  const base = { channelId };
  expect((await owner.get(exportAccount)).invitations).toMatchObject([
    { ...base, direction: 'sent', userId: guest.id },
  ]);
  expect((await guest.get(exportAccount)).invitations).toMatchObject([
    { ...base, direction: 'received', userId: owner.id },
  ]);
  const body = { currentPassword: somebody().password };
  expect((await owner.ask(deleteAccount, { body })).status).toBe(200);
  expect([await received(guest), await noticesOf(guest)]).toEqual([[], []]);
});

test('a blocked user cannot send any, and pending ones are hidden until the block is removed', async () => {
  await put(owner, guest);
  await guest.get(blockCalls.blockUser, { params: { userId: owner.id } });
  expect(await received(guest)).toEqual([]);
  expect(await put(guest, guest)).toBe('not_found');
  // The inviter sees it as pending, as before.
  expect(await pending(owner)).toEqual([guest.id]);
  const another = await openChannel(owner, 'private');
  expect(await put(owner, guest, another)).toBe('person_unavailable');
  await guest.get(blockCalls.unblockUser, { params: { userId: owner.id } });
  expect(await put(guest, guest)).toBe('done');
});
