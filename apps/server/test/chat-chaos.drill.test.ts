import { expect, test } from 'vitest';
import { runChatChaos } from './chat-chaos/run-chat-chaos.ts';

test('whatever is killed during traffic: every acknowledged message is stored once, in order', async () => {
  const { acknowledged, errors } = await runChatChaos({
    kills: 4,
    users: 4,
    clientsAUser: 2,
    listeners: 2,
    random: Math.random,
    say: () => {},
  });
  expect(errors).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 300_000);
