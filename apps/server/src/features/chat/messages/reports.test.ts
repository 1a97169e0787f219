import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteMessage } from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { listDecisions } from '@izgodno/contract/moderation/appeal-calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { provideChatApp } from '#test/chat-app.ts';

const chat = provideChatApp();

test('a report stays open until its message is deleted and the decision recorded', async () => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const moderator = await chat.current.someone('moderator');
  const { id } = await chat.current.channel(maria, [georgi]);
  const sent = await maria.say(id, 'измама');
  const report = { params: { id: sent.id }, body: { reason: 'fraud' } };
  await georgi.get(moderationCalls.reportMessage, report);
  const close = () =>
    moderator.ask(moderationCalls.closeMessageReports, {
      params: { messageId: sent.id },
      body: { outcome: 'deleted' },
    });
  const { database } = chat.current.session.database;
  /** Closes the reports while writes of a table fail. */
  const closeWithout = async (table: string) => {
    const name = sql.table(table);
    await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''away''; END'`.execute(database);
    await sql`CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${name}
      FOR EACH ROW EXECUTE FUNCTION fail()`.execute(database);
    const { status } = await close();
    await sql`DROP FUNCTION fail CASCADE`.execute(database);
    return status;
  };
  for (const table of ['messages', 'audit_entries', 'notices']) {
    expect([table, await closeWithout(table)]).toEqual([table, 500]);
    const { reports } = await moderator.get(moderationCalls.listMessageReports);
    expect(reports).toMatchObject([{ message: { id: sent.id } }]);
  }
  expect((await close()).status).toBe(200);
  expect((await moderator.get(moderationCalls.listMessageReports)).reports).toEqual([]);
  // A program may give no reason.
  expect((await maria.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'message_removed', reason: '' } },
  ]);
});

/** A moderator, a sender, and a reported message of the sender's. */
const reported = async () => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const moderator = await chat.current.someone('moderator');
  const { id } = await chat.current.channel(maria, [georgi]);
  const sent = await maria.say(id, 'измама');
  const report = () =>
    georgi.ask(moderationCalls.reportMessage, {
      params: { id: sent.id },
      body: { reason: 'fraud' },
    });
  const close = (outcome: 'deleted' | 'dismissed') =>
    moderator.ask(moderationCalls.closeMessageReports, {
      params: { messageId: sent.id },
      body: { outcome },
    });
  const waiting = async () =>
    (await moderator.get(moderationCalls.listMessageReports)).reports.filter(
      ({ message }) => message.id === sent.id,
    );
  const actions = async () => {
    const rows = await chat.current.session.database.database
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', sent.id)
      .execute();
    return rows.map(({ action }) => action);
  };
  await report();
  return { maria, georgi, moderator, sent, report, close, waiting, actions };
};

test('two moderators at once take one decision, and the message follows it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { sent, close, actions } = await reported();
    const outcomes = await Promise.all([close('deleted'), close('dismissed')]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const isDeleted = outcomes[0].status === 200;
    expect(await actions()).toEqual([isDeleted ? 'message.delete' : 'message.dismiss_report']);
    const { deleted_at } = await chat.current.session.database.database
      .selectFrom('messages')
      .select('deleted_at')
      .where('id', '=', sent.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at !== null).toBe(isDeleted);
  }
});

test('a dismissed report does not wait again, and its sender reads of it', async () => {
  const { georgi, report, close, waiting } = await reported();
  expect(await waiting()).toHaveLength(1);
  expect((await close('dismissed')).status).toBe(200);
  expect((await report()).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await georgi.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'report_dismissed', reason: '' } },
  ]);
});

test('a report waits no longer when the sender deletes the message, and is not decided then', async () => {
  const { maria, sent, close, waiting, actions } = await reported();
  await maria.get(deleteMessage, { params: { id: sent.id } });
  expect(await waiting()).toEqual([]);
  for (const outcome of ['deleted', 'dismissed'] as const)
    expect((await close(outcome)).status).toBe(404);
  expect(await actions()).toEqual([]);
});

test.each(['moderator', 'admin'] as const)(
  'the report of a message of the %s is decided by another',
  async (role) => {
    const [own, georgi] = [await chat.current.someone(role), await chat.current.someone()];
    const other = await chat.current.someone('moderator');
    const { id } = await chat.current.channel(own, [georgi]);
    const sent = await own.say(id, 'измама');
    const report = { params: { id: sent.id }, body: { reason: 'fraud' } };
    await georgi.get(moderationCalls.reportMessage, report);
    const decision = { params: { messageId: sent.id }, body: { outcome: 'dismissed' } };
    expect((await own.ask(moderationCalls.closeMessageReports, decision)).status).toBe(403);
    expect((await other.ask(moderationCalls.closeMessageReports, decision)).status).toBe(200);
  },
);

test('a moderator who deletes a message for a reason closes its reports, and the sender reads why', async () => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const moderator = await chat.current.someone('moderator');
  const { id } = await chat.current.channel(maria, [georgi, moderator]);
  const sent = await maria.say(id, 'измама');
  await georgi.get(moderationCalls.reportMessage, {
    params: { id: sent.id },
    body: { reason: 'fraud' },
  });
  await moderator.get(deleteMessage, { params: { id: sent.id }, body: { reason: 'Обида' } });
  const { reports } = await moderator.get(moderationCalls.listMessageReports);
  expect(reports.filter(({ message }) => message.id === sent.id)).toEqual([]);
  expect((await maria.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'message_removed', reason: 'Обида' } },
  ]);
  expect((await georgi.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'report_upheld', reason: '' } },
  ]);
  expect((await maria.get(listDecisions)).decisions).toMatchObject([
    { action: 'message.delete', subject: { id: sent.id }, reason: 'Обида' },
  ]);
});

test('reports are listed page by page, oldest first', async () => {
  const { moderator, sent } = await reported();
  const { sent: second } = await reported();
  const list = (query: Record<string, string>) =>
    moderator.get(moderationCalls.listMessageReports, { query });
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: '1',
      ...(cursor === '' ? {} : { cursor }),
    });
    seen.push(...page.reports.map(({ message }) => message.id));
    cursor = page.nextCursor;
  }
  expect(seen.slice(-2)).toEqual([sent.id, second.id]);
  expect(new Set(seen).size).toBe(seen.length);
});
