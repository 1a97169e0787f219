import { expect, test } from 'vitest';
import { lastActiveSave } from './last-active.ts';

// Specification, section 8.
test.for([
  [null, 'channel', 'message'],
  ['user', null, 'message'],
  ['user', 'channel', null],
] as const)('nothing is saved for user %s, channel %s, message %s', ([user, channel, message]) => {
  expect(lastActiveSave(user, channel, message, 'channel_selection')).toBeNull();
});

test('the newest message of the channel is saved, with its interaction type', () => {
  expect(lastActiveSave('user', 'channel', 'message', 'message_view')).toEqual({
    userId: 'user',
    channelId: 'channel',
    messageId: 'message',
    interactionType: 'message_view',
  });
});
