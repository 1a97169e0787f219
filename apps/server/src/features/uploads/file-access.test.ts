import { describe, expect, test } from 'vitest';
import { roles } from '@izgodno/contract/accounts/session';
import { uploadPurposes } from '@izgodno/contract/uploads/multipart';
import {
  mayReadFile,
  requireMayUpload,
  type FileAccessPolicy,
  type FileSubject,
} from './file-access.ts';

const nobody = async () => false;
const everybody = async () => true;

describe.each(roles)('a %s', (role) => {
  const who = { id: 'a', sessionId: 's', role };
  const target = { userId: 'a', channelId: 'c', messageId: 'm' };

  test.each(uploadPurposes)('uploads files of their own: %s', async (channelId) => {
    await expect(requireMayUpload({ ...target, channelId }, who, nobody)).resolves.toBeUndefined();
  });

  test('uploads to a channel as its policy decides, and to none without one', async () => {
    await expect(requireMayUpload(target, who, everybody)).resolves.toBeUndefined();
    for (const policy of [nobody, null])
      await expect(requireMayUpload(target, who, policy)).rejects.toMatchObject({
        code: 'forbidden',
      });
  });

  test.each(['c', ...uploadPurposes])(
    'uploads nothing for another user (%s)',
    async (channelId) => {
      await expect(
        requireMayUpload({ ...target, channelId, userId: 'b' }, who, everybody),
      ).rejects.toMatchObject({ code: 'forbidden' });
    },
  );
});

describe('a file', () => {
  const owner = { id: 'a', sessionId: 's', role: 'member' } as const;
  const other = { ...owner, id: 'b' };
  const unused = { owner_id: 'a', subject_kind: null, subject_id: null } as const;
  const used = { owner_id: 'a', subject_kind: 'deal', subject_id: '7' } as const;
  const policies = new Map([
    ['deal', { kind: 'deal', mayRead: async (id, reader) => id === '7' && reader?.id !== 'c' }],
    ['avatar', { kind: 'avatar', mayRead: async () => true }],
  ] satisfies [FileSubject['kind'], FileAccessPolicy][]);

  test('is read by its owner, whatever the policies say', async () => {
    for (const file of [unused, used]) expect(await mayReadFile(file, owner, new Map())).toBe(true);
  });

  test('of a deleted owner is not a visitor’s', async () => {
    expect(await mayReadFile({ ...unused, owner_id: null }, null, policies)).toBe(false);
  });

  test('is read by others as the policy of its subject says', async () => {
    expect(await mayReadFile(used, other, policies)).toBe(true);
    expect(await mayReadFile(used, null, policies)).toBe(true);
    expect(await mayReadFile(used, { ...owner, id: 'c' }, policies)).toBe(false);
    expect(await mayReadFile({ ...used, subject_id: '8' }, other, policies)).toBe(false);
  });

  test('without a subject, or whose subject has no policy, is read by its owner alone', async () => {
    expect(await mayReadFile(unused, other, policies)).toBe(false);
    const nameless = { ...used, subject_kind: 'avatar', subject_id: null } as const;
    expect(await mayReadFile(nameless, other, policies)).toBe(false);
    expect(await mayReadFile({ ...used, subject_kind: null }, other, policies)).toBe(false);
    expect(await mayReadFile(used, other, new Map())).toBe(false);
  });
});
