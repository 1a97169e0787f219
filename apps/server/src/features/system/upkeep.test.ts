import { expect, test } from 'vitest';
import { listJobs, retryJob } from '@izgodno/contract/system/upkeep-calls';
import { provideUsersApp } from '#test/users-app.ts';

const SECRET = 'otters-trot-at-night';
const users = provideUsersApp({ BACKUP_PASSPHRASE: SECRET });

test('the error of a failed job shows no secret, not even the part before its cut', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  const job = { kind: 'test.job', attempts: 21, failedAt: new Date(current.time) };
  const errors = [
    `The passphrase ${SECRET} is wrong`,
    'connect postgres://izgodno:hunter22@db.example/izgodno',
    `${'x'.repeat(490)}${SECRET}`,
  ];
  for (const error of errors) current.jobs.failed.push({ ...job, id: crypto.randomUUID(), error });
  const { failed } = await current.ask(listJobs, { token });
  expect(failed.map(({ error }) => error)).toEqual([
    'The passphrase *** is wrong',
    'connect postgres://izgodno:***@db.example/izgodno',
    `${'x'.repeat(490)}***`,
  ]);
});

test('an unknown job is not repeated', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  const params = { id: crypto.randomUUID() };
  expect(await current.rejection(retryJob, { token, params })).toMatchObject({ status: 404 });
});
