import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/', '/', {}],
  ['/deals', '/deals/', {}],
  ['/deals/:dealId', '/deals/42', { dealId: '42' }],
  ['/deals/:dealId', '/deals', undefined],
  ['/deals', '/deals/42', undefined],
  ['/chat/:channelId?', '/chat', {}],
  ['/chat/:channelId?', '/chat/%D0%B0', { channelId: 'а' }],
  ['/deals/:dealId', '/deals/%E0%A4%A', { dealId: '%E0%A4%A' }],
  ['/', '/home', undefined],
])('%s reads %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});
