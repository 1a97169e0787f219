import { expect, test } from 'vitest';
import { FollowedScopes, nameOfTopic, subjectOf } from './nats-scopes.ts';

/** A connection that records the subjects it is subscribed to, and how often it was flushed. */
const createConnection = () => {
  const subjects: string[] = [];
  let flushes = 0;
  const connection = {
    subscribe: (subject: string) => {
      subjects.push(subject);
      return { unsubscribe: () => void subjects.splice(subjects.indexOf(subject), 1) };
    },
    flush: () => {
      flushes += 1;
      return Promise.resolve();
    },
  };
  return { connection, subjects, flushes: () => flushes };
};

const scopes = (count: number) =>
  Array.from({ length: count }, (_, index) => `channel-${index}` as const);

const start = (limit?: number) => {
  const { connection, ...seen } = createConnection();
  const followed = new FollowedScopes(() => {}, limit);
  return { followed, attach: () => followed.attach(connection), ...seen };
};

test('the channels of a sign-in cost one request', async () => {
  const { followed, attach, subjects, flushes } = start();
  attach();
  await followed.add(scopes(500), true);
  expect(subjects).toHaveLength(500);
  expect(flushes()).toBe(1);
  await followed.add(scopes(500), true);
  expect(flushes()).toBe(1);
  followed.remove(scopes(500));
  expect(subjects).toHaveLength(500);
  followed.remove(scopes(500));
  expect(subjects).toEqual([]);
});

test('what is followed before there is a connection is subscribed with it', async () => {
  const { followed, attach, subjects, flushes } = start();
  await followed.add(scopes(2), false);
  followed.remove(scopes(1));
  attach();
  expect(subjects).toEqual(['izgodno-to.channel-1.>']);
  expect(flushes()).toBe(0);
});

test('with too many scopes a node receives what is for any, until they are half as many', async () => {
  const { followed, attach, subjects } = start(4);
  attach();
  await followed.add(scopes(4), true);
  expect(subjects).toHaveLength(4);
  await followed.add(['user-1'], true);
  expect(subjects).toEqual(['izgodno-to.>']);
  followed.remove(['channel-0', 'channel-1']);
  expect(subjects).toEqual(['izgodno-to.>']);
  followed.remove(['channel-2']);
  expect(subjects.toSorted()).toEqual(['izgodno-to.channel-3.>', 'izgodno-to.user-1.>']);
});

test('a subject names its topic', () => {
  for (const scope of [undefined, 'channel-1'] as const)
    expect(nameOfTopic(subjectOf('realtime.channel', scope))).toBe('realtime.channel');
});
