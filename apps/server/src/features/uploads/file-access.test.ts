import { describe, expect, test } from 'vitest';
import { roles } from '@izgodno/contract/accounts/session';
import { uploadPurposes } from '@izgodno/contract/uploads/multipart';
import { requireMayUpload } from './file-access.ts';

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
