import { expect, test } from 'vitest';
import { forgotPassword } from '@izgodno/contract/accounts/mail-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { listMails, sendTestMail } from '@izgodno/contract/system/mail-calls';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp({ MAIL_LOG_DAYS: '3' });

const logOf = async (token: string, query: Record<string, string[]> = {}) =>
  (await users.current.ask(listMails, { token, query })).mails;

test('a test mail arrives, and is logged without name and text', async () => {
  const { current } = users;
  const { token, email } = await current.member('admin');
  expect(await current.ask(sendTestMail, { token })).toMatchObject({ outcome: 'sent' });
  const mail = current.mails.at(-1);
  expect(mail).toMatchObject({ kind: 'test', to: email });
  const [logged] = await logOf(token);
  expect(logged).toMatchObject({
    kind: 'test',
    recipient: '…@izgodno.example',
    state: 'sent',
    attempts: 1,
    error: null,
    messageId: mail?.messageId,
  });
  const stored = await current.database.database.selectFrom('mail_log').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(email.split('@')[0]);
});

test('attempts at a failed mail are one entry, which is sent in the end', async () => {
  const { current } = users;
  const { token, email } = await current.member('admin');
  current.mailFailures.add(email);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await current.ask(sendTestMail, { token })).toMatchObject({
      outcome: 'failed',
      error: 'The mail server is away.',
    });
  expect(await logOf(token, { state: ['failed'] })).toMatchObject([
    { state: 'failed', attempts: 2, error: 'The mail server is away.' },
  ]);
  current.mailFailures.clear();
  await current.ask(sendTestMail, { token });
  expect(await logOf(token, { state: ['failed'] })).toEqual([]);
  const [sent] = await logOf(token, { state: ['sent'] });
  expect(sent).toMatchObject({ attempts: 3, error: 'The mail server is away.' });
  expect(current.mails.at(-1)?.messageId).toBe(sent?.messageId);
  // What is sent later is another mail.
  await current.ask(sendTestMail, { token });
  expect((await logOf(token, { state: ['sent'] }))[0]).toMatchObject({ attempts: 1, error: null });
});

test('mails of other features are logged under their kind', async () => {
  const { current } = users;
  const { token, email } = await current.member('admin');
  await current.ask(forgotPassword, { body: { email } });
  expect((await logOf(token))[0]).toMatchObject({ kind: 'account', state: 'sent' });
});

test('the job erases what is older than the setting', async () => {
  const { current } = users;
  const { token } = await current.member('admin');
  await current.ask(sendTestMail, { token });
  const log = () =>
    current.database.database
      .selectFrom('mail_log')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  await current.database.database
    .updateTable('mail_log')
    .set({ first_at: new Date(current.time - 4 * DAY_MS) })
    .execute();
  await current.ask(sendTestMail, { token });
  expect((await log()).count).toBeGreaterThan(1);
  await current.jobs.fire('mail-log.clean');
  expect((await log()).count).toBe(1);
});

test.for(['member', 'moderator'] as const)('a %s may not see or send', async (role) => {
  const { token } = await users.current.member(role);
  for (const call of [listMails, sendTestMail])
    expect(await users.current.rejection(call, { token })).toMatchObject({ status: 403 });
});
