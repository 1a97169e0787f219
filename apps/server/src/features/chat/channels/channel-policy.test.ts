import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelKinds, channelRoles } from '@izgodno/contract/chat/channel';
import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { MAX_MESSAGE_LENGTH } from '@izgodno/contract/chat/limits';
import { roles } from '@izgodno/contract/accounts/session';
import {
  mayAppoint,
  mayConfigure,
  mayCountDevices,
  mayDelete,
  mayEdit,
  mayInvite,
  mayJoin,
  mayLeave,
  mayMentionAll,
  mayDecideReports,
  mayModerate,
  mayModerateMember,
  mayPin,
  maySee,
  maySeeReported,
  maySeeReaders,
  maxTextLength,
  type Actor,
  type PolicyChannel,
} from './channel-policy.ts';

const member: Actor = { role: 'member', channelRole: 'member' };
const owner: Actor = { role: 'member', channelRole: 'owner' };
const stranger: Actor = { role: 'member', channelRole: null };
const helper: Actor = { role: 'member', channelRole: 'moderator' };
const moderator: Actor = { role: 'moderator', channelRole: null };

const room = (kind: PolicyChannel['kind']): PolicyChannel => ({ kind, isDefault: false });

const actors = fc.record({
  role: fc.constantFrom(...roles),
  channelRole: fc.constantFrom(null, ...channelRoles),
});

describe('rights in a channel', () => {
  test('strangers see public channels only', () => {
    expect(maySee(stranger, room('public'))).toBe(true);
    expect(maySee(stranger, room('private'))).toBe(false);
    expect(maySee(stranger, room('direct'))).toBe(false);
  });

  test('moderators of the product moderate public channels and no others', () => {
    expect(mayModerate(moderator, room('public'))).toBe(true);
    expect(mayModerate(moderator, room('private'))).toBe(false);
    expect(mayModerate({ role: 'admin', channelRole: 'member' }, room('private'))).toBe(false);
  });

  test('a direct conversation has no moderators', () => {
    fc.assert(
      fc.property(actors, (actor) => {
        expect(mayModerate(actor, room('direct'))).toBe(false);
        expect(mayAppoint(actor, room('direct'))).toBe(false);
        expect(mayInvite(actor, room('direct'))).toBe(false);
      }),
    );
  });

  test('if one user may act on another, the other may not act on them', () => {
    fc.assert(
      fc.property(actors, actors, fc.constantFrom(...channelKinds), (one, other, kind) => {
        const channel = room(kind);
        const both =
          mayModerateMember(one, channel, other) && mayModerateMember(other, channel, one);
        expect(both).toBe(false);
      }),
    );
  });

  test('messages are deleted by their sender and by moderators of the channel', () => {
    const message = { senderId: 'a', sellerId: null };
    expect(mayDelete('a', member, room('public'), message)).toBe(true);
    expect(mayDelete('b', member, room('public'), message)).toBe(false);
    expect(mayDelete('b', owner, room('private'), message)).toBe(true);
    expect(mayDelete('b', member, room('direct'), message)).toBe(false);
    const comment = { senderId: 'a', sellerId: 'b' };
    expect(mayDelete('c', moderator, room('deal'), comment)).toBe(true);
    expect(mayDelete('b', moderator, room('deal'), comment)).toBe(false);
    expect(mayDelete('a', member, room('deal'), comment)).toBe(true);
  });

  test('either side of a direct conversation may pin, and mention all in a private channel', () => {
    expect(mayPin(member, room('direct'))).toBe(true);
    expect(mayPin(member, room('public'))).toBe(false);
    expect(mayMentionAll(member, room('private'))).toBe(true);
    expect(mayMentionAll(member, room('public'))).toBe(false);
  });

  test('administrators are owners of public channels, whatever their role there', () => {
    for (const channelRole of [null, ...channelRoles]) {
      const admin: Actor = { role: 'admin', channelRole };
      expect(mayAppoint(admin, room('public'))).toBe(true);
      expect(mayAppoint(admin, room('private'))).toBe(channelRole === 'owner');
      expect(mayModerateMember(admin, room('public'), helper)).toBe(true);
      expect(mayModerateMember(admin, room('public'), owner)).toBe(false);
      expect(mayModerateMember(owner, room('public'), admin)).toBe(false);
    }
    expect(mayAppoint(moderator, room('public'))).toBe(false);
    expect(mayAppoint(owner, room('public'))).toBe(true);
  });

  test('a higher rank is needed to act on a user, also on one outside the channel', () => {
    const may = (channelRole: Actor['channelRole']) =>
      mayModerateMember(helper, room('private'), { role: 'member', channelRole });
    expect([may(null), may('member'), may('moderator'), may('owner')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayModerateMember(member, room('private'), stranger)).toBe(false);
  });

  test('users see, and invite to, channels that they are in', () => {
    expect(maySee(member, room('private'))).toBe(true);
    expect(mayInvite(member, room('private'))).toBe(true);
    expect(mayInvite(stranger, room('public'))).toBe(false);
  });

  test('everybody may join a public channel and leave all but the default one', () => {
    expect(channelKinds.filter((kind) => mayJoin(room(kind)))).toEqual(['public']);
    expect(mayLeave(room('private'))).toBe(true);
    expect(mayLeave({ kind: 'public', isDefault: true })).toBe(false);
  });

  test('only its sender edits a message', () => {
    expect(mayEdit('a', { senderId: 'a' })).toBe(true);
    expect(mayEdit('b', { senderId: 'a' })).toBe(false);
  });

  test('a stranger pins nothing in a direct conversation', () => {
    expect(mayPin(stranger, room('direct'))).toBe(false);
  });

  test('only its sender sees the devices and the readers of a message, whatever the role of others', () => {
    const message = { senderId: 'a', seq: 5 };
    expect(mayCountDevices('a', message)).toBe(true);
    expect(mayCountDevices('b', message)).toBe(false);
    for (const kind of channelKinds) {
      for (const readersFromSeq of [null, 1, 5, 6]) {
        const channel = { ...room(kind), readersFromSeq };
        expect(maySeeReaders('b', channel, message)).toBe(false);
        const isShown =
          kind === 'direct' || (kind !== 'deal' && readersFromSeq !== null && readersFromSeq <= 5);
        expect(maySeeReaders('a', channel, message)).toBe(isShown);
      }
    }
  });

  test('comments on a deal are public, moderated, and have neither members nor settings', () => {
    const deal = room('deal');
    const admin: Actor = { role: 'admin', channelRole: null };
    expect(maySee(stranger, deal)).toBe(true);
    expect([stranger, moderator, admin].map((actor) => mayModerate(actor, deal))).toEqual([
      false,
      true,
      true,
    ]);
    fc.assert(
      fc.property(actors, (actor) => {
        expect(mayConfigure(actor, deal)).toBe(false);
        expect(mayInvite(actor, deal)).toBe(false);
        expect(mayMentionAll(actor, deal)).toBe(false);
      }),
    );
  });

  test('moderators of a channel change its settings', () => {
    expect(mayConfigure(owner, room('private'))).toBe(true);
    expect(mayConfigure(member, room('private'))).toBe(false);
    expect(mayConfigure(moderator, room('public'))).toBe(true);
  });

  test('moderators of the product decide on reports of messages of others', () => {
    for (const role of roles) {
      const who = { id: 'a', role };
      expect(maySeeReported(who)).toBe(role !== 'member');
      expect(mayDecideReports(who, { senderId: 'b', sellerId: null })).toBe(role !== 'member');
      expect(mayDecideReports(who, { senderId: 'b', sellerId: 'c' })).toBe(role !== 'member');
      expect(mayDecideReports(who, { senderId: 'a', sellerId: null })).toBe(false);
      expect(mayDecideReports(who, { senderId: 'b', sellerId: 'a' })).toBe(false);
    }
  });
});

test('a comment may be shorter than a message', () => {
  for (const kind of channelKinds)
    expect(maxTextLength(room(kind))).toBe(
      kind === 'deal' ? COMMENT_LENGTH.maximum : MAX_MESSAGE_LENGTH,
    );
  expect(COMMENT_LENGTH.maximum).toBeLessThan(MAX_MESSAGE_LENGTH);
});
