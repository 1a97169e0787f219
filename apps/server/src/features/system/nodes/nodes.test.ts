import { hostname } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listNodes } from '@izgodno/contract/system/node-calls';
import { readConfiguration } from '#config/configuration.ts';
import { systemClock } from '#platform/clock.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { checkNodes } from '../doctor/nodes-check.ts';

const users = provideUsersApp();

test('each node that listens reports its health, until it stops', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  const list = async () => (await current.ask(listNodes, { token })).nodes;
  expect(await list()).toEqual([]);

  const node = await current.startNode();
  const bound = new URL(await node.listen({ port: 0, host: '127.0.0.1' }));
  await expect.poll(list).toMatchObject([
    {
      name: `${hostname()}:${bound.port}`,
      isSilent: false,
      parts: { database: { status: 'healthy' } },
    },
  ]);
  await node.close();
  expect(await list()).toEqual([]);
});

test('a node that was killed is silent, and is no longer listed after a day; others need a bus', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  const examineNodes = () =>
    checkNodes(
      {
        settings: readConfiguration({}),
        environment: {},
        connectionString: current.database.connectionString,
        clock: systemClock,
      },
      AbortSignal.timeout(5_000),
    );
  const insert = (name: string, age: string) =>
    sql`INSERT INTO nodes (name, status, parts, started_at, reported_at)
        VALUES (${name}, 'healthy', '{}', now() - interval '2 days', now() - ${age}::interval)`.execute(
      current.database.database,
    );
  await insert('alive:5000', '20 seconds');
  await insert('killed:5000', '1 minute');
  await insert('forgotten:5000', '25 hours');
  expect((await examineNodes()).status).toBe('skipped');
  const { nodes } = await current.ask(listNodes, { token });
  expect(nodes.map(({ name, isSilent }) => [name, isSilent])).toEqual([
    ['alive:5000', false],
    ['killed:5000', true],
  ]);
  await insert('other:5000', '20 seconds');
  expect(await examineNodes()).toMatchObject({
    status: 'error',
    found: { en: expect.stringContaining('2 nodes use this database without a bus') },
  });
});
