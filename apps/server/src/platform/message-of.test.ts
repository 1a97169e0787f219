import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

test.each([
  ['an error', new Error('silent for 60 s'), 'silent for 60 s'],
  ['anything else that is thrown', 'interrupted', 'interrupted'],
  [
    'a host none of whose addresses answers',
    new AggregateError([new Error('connect ECONNREFUSED ::1'), new Error('connect ETIMEDOUT')]),
    'connect ECONNREFUSED ::1; connect ETIMEDOUT',
  ],
  ['several errors that are named together', new AggregateError([new Error('one')], 'all'), 'all'],
])('says what %s means', (_, error, message) => {
  expect(messageOf(error)).toBe(message);
});
