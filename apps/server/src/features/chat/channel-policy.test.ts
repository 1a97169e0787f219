import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelKinds, channelRoles } from '@izgodno/contract/chat/channel';
import { roles } from '@izgodno/contract/session/session';
import {
  mayAppoint,
  mayDelete,
  mayInvite,
  mayMentionAll,
  mayModerate,
  mayModerateMember,
  mayPin,
  mayRead,
  maySee,
  type Actor,
  type PolicyChannel,
} from './channel-policy.ts';

const member: Actor = { role: 'member', channelRole: 'member' };
const owner: Actor = { role: 'member', channelRole: 'owner' };
const stranger: Actor = { role: 'member', channelRole: null };
const moderator: Actor = { role: 'moderator', channelRole: null };

const room = (kind: PolicyChannel['kind']): PolicyChannel => ({ kind, isDefault: false });

const actors = fc.record({
  role: fc.constantFrom(...roles),
  channelRole: fc.constantFrom(null, ...channelRoles),
});

describe('who may do what', () => {
  test('strangers see public channels only, and read none', () => {
    expect(maySee(stranger, room('public'))).toBe(true);
    expect(maySee(stranger, room('private'))).toBe(false);
    expect(maySee(stranger, room('direct'))).toBe(false);
    expect(mayRead(stranger)).toBe(false);
  });

  test('moderators of the product look after public channels, and have no say in others', () => {
    expect(mayModerate(moderator, room('public'))).toBe(true);
    expect(mayModerate(moderator, room('private'))).toBe(false);
    expect(mayModerate({ role: 'admin', channelRole: 'member' }, room('private'))).toBe(false);
  });

  test('nobody rules over a direct conversation', () => {
    fc.assert(
      fc.property(actors, (actor) => {
        expect(mayModerate(actor, room('direct'))).toBe(false);
        expect(mayAppoint(actor, room('direct'))).toBe(false);
        expect(mayInvite(actor, room('direct'))).toBe(false);
      }),
    );
  });

  test('whoever may act on somebody could not be acted on by them', () => {
    fc.assert(
      fc.property(actors, actors, fc.constantFrom(...channelKinds), (one, other, kind) => {
        const channel = room(kind);
        // In the channel, nobody has a greater rank than the role they have in it, but by the product's roles.
        fc.pre(one.role === 'member' && other.role === 'member');
        const both =
          mayModerateMember(one, channel, other.channelRole) &&
          mayModerateMember(other, channel, one.channelRole);
        expect(both).toBe(false);
      }),
    );
  });

  test('messages are deleted by who sent them and by who looks after the channel', () => {
    const message = { senderId: 'a' };
    expect(mayDelete('a', member, room('public'), message)).toBe(true);
    expect(mayDelete('b', member, room('public'), message)).toBe(false);
    expect(mayDelete('b', owner, room('private'), message)).toBe(true);
    expect(mayDelete('b', member, room('direct'), message)).toBe(false);
  });

  test('either side pins in a direct conversation, and calls everybody in a private channel', () => {
    expect(mayPin(member, room('direct'))).toBe(true);
    expect(mayPin(member, room('public'))).toBe(false);
    expect(mayMentionAll(member, room('private'))).toBe(true);
    expect(mayMentionAll(member, room('public'))).toBe(false);
  });
});
