import { expect, test } from 'vitest';
import {
  eraseAction,
  PENDING_ACTION_KEY,
  PENDING_ACTION_LIFETIME_MS,
  rememberAction,
  takeAction,
  type PendingAction,
} from './pending-action.ts';
import { createMemory } from './testing/memory.ts';

const NOW = Date.UTC(2026, 10, 21);
const action: PendingAction = { kind: 'open-page', path: '/settings' };

test('an action is returned once', () => {
  const { port } = createMemory();
  rememberAction(port, action, NOW);
  expect(takeAction(port, NOW + 1)).toEqual(action);
  expect(takeAction(port, NOW + 1)).toBeNull();
});

test.each([PENDING_ACTION_LIFETIME_MS, -1])('after %i ms it is not carried out', (age) => {
  const { port } = createMemory();
  rememberAction(port, action, NOW);
  expect(takeAction(port, NOW + age)).toBeNull();
});

test('a cleared action is removed', () => {
  const { port } = createMemory();
  rememberAction(port, action, NOW);
  eraseAction(port);
  expect(takeAction(port, NOW)).toBeNull();
});

test.each(['', '{', '{"at":0,"action":{"kind":"eval"}}'])('%j is no action', (text) => {
  const { port } = createMemory({ [PENDING_ACTION_KEY]: text });
  expect(takeAction(port, NOW)).toBeNull();
});
