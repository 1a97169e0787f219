import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelIdSchema } from './channel.ts';
import { dealChannelId, dealChannelIdSchema, dealOfChannel } from './deal-channel.ts';

test('every deal has a channel of its own, which names the deal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const channelId = dealChannelId(String(id));
      expect(channelIdSchema.parse(channelId)).toBe(channelId);
      expect(dealChannelIdSchema.safeParse(channelId).success).toBe(true);
      expect(dealOfChannel(channelId)).toBe(String(id));
    }),
  );
});

test('no other channel is one', () => {
  const id = '01930000-0000-7000-8000-000000000007';
  expect(dealOfChannel(id)).toBeNull();
  expect(dealChannelIdSchema.safeParse(id).success).toBe(false);
});
