import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentLocation, navigate } from '#core/router/location.ts';
import { pendingAction } from '#core/session/browser/pending.ts';
import { rememberAction } from '#core/session/pending-action.ts';

type Act = (code: unknown) => Promise<void>;
const withEngagement = vi.hoisted(() => vi.fn<(act: Act) => Promise<void>>());
vi.mock('#features/engagement/state/lazy-engagement.ts', () => ({ withEngagement }));

const reactToComment = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#features/chat/comments/calls.ts', () => ({ reactToComment }));

const { complete } = await import('./complete-action.ts');

const keepDeal = vi.fn<() => Promise<void>>(() => Promise.resolve());
const queries = new QueryClient();

beforeEach(() => {
  sessionStorage.clear();
  keepDeal.mockClear();
});

test('an action stays stored until its code has loaded, and is then carried out once', async () => {
  rememberAction(sessionStorage, { kind: 'keep-deal', dealId: '1' }, Date.now());
  // The code does not load.
  withEngagement.mockResolvedValueOnce(undefined);
  await complete(queries);
  expect(pendingAction()).toEqual({ kind: 'keep-deal', dealId: '1' });
  withEngagement.mockImplementation((act) => act({ keepDeal }));
  await Promise.all([complete(queries), complete(queries)]);
  await complete(queries);
  expect(keepDeal.mock.calls).toEqual([[queries, '1', true]]);
  expect(pendingAction()).toBeNull();
});

test('a page is opened once', async () => {
  rememberAction(sessionStorage, { kind: 'open-page', path: '/settings' }, Date.now());
  await complete(queries);
  expect(currentLocation().path).toBe('/settings');
  navigate('/deals');
  await complete(queries);
  expect(currentLocation().path).toBe('/deals');
});

test('a reaction to a comment is given at the comments', async () => {
  reactToComment.mockResolvedValue(undefined);
  const action = { kind: 'react', dealId: '1', commentId: 'c', emoji: '👍' } as const;
  rememberAction(sessionStorage, { ...action, path: '/deals/1#comments' }, Date.now());
  await complete(queries);
  expect(reactToComment.mock.calls).toEqual([[queries, '1', 'c', { emoji: '👍', given: true }]]);
  expect(location.pathname + location.hash).toBe('/deals/1#comments');
});
