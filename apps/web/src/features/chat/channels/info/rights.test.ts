import { expect, test } from 'vitest';
import { rightsIn } from './rights.ts';

const membership = {
  notifications: 'all',
  starred: false,
  readSeq: 0,
  unreadMarks: 0,
  mutedUntil: null,
  joinedAt: '2026-11-21T10:00:00Z',
} as const;

const of = (
  kind: 'public' | 'private' | 'direct',
  own: 'member' | 'moderator' | 'owner',
  role: 'member' | 'moderator' | 'admin' = 'member',
) => rightsIn({ kind, isDefault: false, membership: { ...membership, role: own } }, role);

test('members moderate nothing, and may invite', () => {
  expect(of('public', 'member')).toMatchObject({ moderate: false, invite: true, appoint: false });
});

test('moderators act on members, owners on moderators too', () => {
  const moderator = of('private', 'moderator');
  expect(moderator.moderateMember('member')).toBe(true);
  expect(moderator.moderateMember('moderator')).toBe(false);
  expect(moderator.appoint).toBe(false);
  const owner = of('private', 'owner');
  expect(owner.moderateMember('moderator')).toBe(true);
  expect(owner.moderateMember('owner')).toBe(false);
  expect(owner.appoint).toBe(true);
});

test('the site’s moderators act in public channels only', () => {
  expect(of('public', 'member', 'moderator')).toMatchObject({ moderate: true, appoint: false });
  expect(of('public', 'member', 'admin').appoint).toBe(true);
  expect(of('private', 'member', 'admin').moderate).toBe(false);
});

test('in a direct conversation all have equal rights', () => {
  expect(of('direct', 'owner', 'admin')).toMatchObject({
    moderate: false,
    invite: false,
    appoint: false,
  });
});
