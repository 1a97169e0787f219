import { expect, test } from 'vitest';
import { runChatChaos } from './chat-chaos/run-chat-chaos.ts';

test('whatever is killed during traffic: every acknowledged message is stored once, in order', async () => {
  const { acknowledged, faults } = await runChatChaos({
    kills: 4,
    people: 4,
    clientsAPerson: 2,
    listeners: 2,
    random: Math.random,
    say: () => {},
  });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 300_000);
