import { expect, onTestFinished, test, vi } from 'vitest';
import { listBackups } from '@izgodno/contract/system/backup-calls';
import { listJobs, retryJob } from '@izgodno/contract/system/upkeep-calls';
import { provideUsersApp } from '#test/users-app.ts';

const SECRET = 'otters-trot-at-night';
const bucket = { list: () => Promise.reject(new Error('away')) };
const schedule = {
  target: 's3://backups/site',
  every: 'day',
  keep: 14,
  isEncrypted: true,
} as const;
const users = provideUsersApp(
  { BACKUP_PASSPHRASE: SECRET },
  { backups: { schedule, list: () => bucket.list(), start: async () => {} } },
);

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

test('a place of backups that is away or silent is named as such', async () => {
  const { token } = await users.current.member('admin');
  const list = () => users.current.rejection(listBackups, { token });
  const away = { status: 503, code: 'storage_unavailable' };
  expect(await list()).toMatchObject(away);
  const asked = Promise.withResolvers<void>();
  bucket.list = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = list();
  await asked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await silent).toMatchObject(away);
});

const MINUTES_A_WEEK = 7 * 24 * 60;

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, value) => value);

/** Whether a field such as `*`, `5-55/10` or `21,22` of a cron expression names the number. */
const names = (field: string, number: number): boolean =>
  field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [from = '', to = from] = range === '*' ? ['0', '59'] : range.split('-');
    const past = number - Number(from);
    return past >= 0 && number <= Number(to) && past % Number(step) === 0;
  });

const numbersOf = (field: string, end: number): readonly number[] =>
  upTo(end).filter((number) => names(field, number));

/** When a schedule is due, in minutes since Monday 0:00 UTC. */
const dueTimes = (cron: string): readonly number[] => {
  const [minute = '', hour = '', ofMonth, month, ofWeek = ''] = cron.split(' ');
  if (ofMonth !== '*' || month !== '*') throw new Error(`${cron} is not due every week.`);
  const [minutes, hours] = [numbersOf(minute, 60), numbersOf(hour, 24)];
  // The week of a cron expression begins on Sunday.
  return upTo(7).flatMap((day) =>
    names(ofWeek, (day + 1) % 7)
      ? hours.flatMap((at) => minutes.map((past) => (day * 24 + at) * 60 + past))
      : [],
  );
};

/** The most minutes for which what a schedule does may wait. */
const longestWait = (cron: string): number => {
  const times = dueTimes(cron);
  const next = [...times.slice(1), (times[0] ?? 0) + MINUTES_A_WEEK];
  return Math.max(...times.map((time, index) => (next[index] ?? 0) - time));
};

test('each schedule is due as often as what it does may wait', () => {
  const { crons } = users.current.jobs;
  const waits: Record<string, string[]> = {};
  for (const [name, cron] of crons) {
    const wait = longestWait(cron);
    waits[wait] = [...(waits[wait] ?? []), name].toSorted();
  }
  expect(waits).toEqual({
    1: [
      'accounts.lift-ended-suspensions',
      'favorites.alert',
      'notices.deliver',
      'offers.expire',
      'offers.group',
      'price-alerts.notify',
      'sources.plan',
      'watched-pages.read',
      'webhooks.deals',
      'webhooks.messages',
    ],
    2: ['saved-searches.match'],
    3: ['deals.trending'],
    5: ['deals.announce-counts', 'posts.expire', 'webhooks.sweep'],
    10: [
      'chat.settle-files',
      'deals.classify',
      'deals.decay-temperatures',
      'deals.refresh-popularity',
      'files.sweep',
    ],
    60: [
      'chat.erase-old',
      'contact.mail-waiting',
      'deals.forget-viewers',
      'favorites.pass-on',
      'moderation.close-obsolete',
      'price-alerts.pass-on',
      'sales.show-ratings',
    ],
    [23 * 60]: ['deals.reductions'],
    [24 * 60]: [
      'contact.erase-old',
      'mail-log.clean',
      'newsletter.erase-unconfirmed',
      'notices.forget',
      'posts.forget',
      'searches.clean',
      'sources.forget-runs',
      'watched-pages.erase-ended',
    ],
    [(7 * 24 - 11) * 60]: ['newsletter.weekly'],
  });
});

/** The hours, in UTC, in which a schedule is due at all. */
const hoursOf = (name: string): readonly number[] => {
  const times = dueTimes(users.current.jobs.crons.get(name) ?? '');
  return [...new Set(times.map((time) => Math.floor(time / 60) % 24))];
};

test('what is erased daily is erased at night, and the newsletter goes out on Monday', () => {
  const { crons } = users.current.jobs;
  const daily = [...crons.keys()].filter((name) => longestWait(crons.get(name) ?? '') === 24 * 60);
  expect(new Set(daily.flatMap(hoursOf))).toEqual(new Set([3]));
  // The day of Bulgaria ends then, in summer and in winter.
  expect(hoursOf('deals.reductions')).toEqual([21, 22]);
  const issues = dueTimes(crons.get('newsletter.weekly') ?? '');
  expect(issues).toEqual(Array.from({ length: 12 }, (_, hour) => (7 + hour) * 60));
});

test('an unknown job is not repeated', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  const params = { id: crypto.randomUUID() };
  expect(await current.rejection(retryJob, { token, params })).toMatchObject({ status: 404 });
});
