import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { removeMember } from '@izgodno/contract/chat/channel-calls';
import { deleteMessage, forwardMessage } from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { listDecisions } from '@izgodno/contract/moderation/appeal-calls';
import { reportUser } from '@izgodno/contract/moderation/member-report-calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { getFileDetails } from '@izgodno/contract/uploads/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';
import { insertFile } from '#test/insert-file.ts';
import { somebody } from '#test/session-app.ts';

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
const reported = async ({ isModeratorMember = false } = {}) => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const moderator = await chat.current.someone('moderator');
  const { id } = await chat.current.channel(maria, [
    georgi,
    ...(isModeratorMember ? [moderator] : []),
  ]);
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

/** Lets time pass within calls. */
const moveClock = (): void => {
  const { session } = chat.current;
  let { time } = session;
  Object.defineProperty(session, 'time', { configurable: true, get: () => (time += 1) });
  onTestFinished(
    () => void Object.defineProperty(session, 'time', { value: time, writable: true }),
  );
};

/** Lets PostgreSQL abort the first transaction that writes notices, and time pass until it is repeated. */
const abortOnce = async (): Promise<void> => {
  moveClock();
  const { database } = chat.current.session.database;
  // A sequence keeps its count when a transaction is rolled back.
  await sql`CREATE SEQUENCE deadlocks`.execute(database);
  await sql`CREATE FUNCTION abort_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('deadlocks') = 1 THEN RAISE deadlock_detected; END IF;
      RETURN NULL;
    END $$`.execute(database);
  await sql`CREATE TRIGGER abort_once AFTER INSERT ON notices
    FOR EACH STATEMENT EXECUTE FUNCTION abort_once()`.execute(database);
  onTestFinished(async () => {
    await sql`DROP FUNCTION abort_once CASCADE`.execute(database);
    await sql`DROP SEQUENCE deadlocks`.execute(database);
  });
};

test.each(['deleted', 'dismissed', 'without the queue'] as const)(
  'a decision that is repeated because of a deadlock notifies once: %s',
  async (outcome) => {
    const { maria, georgi, moderator, sent, close } = await reported({ isModeratorMember: true });
    await abortOnce();
    const decided =
      outcome === 'without the queue'
        ? await moderator.ask(deleteMessage, { params: { id: sent.id }, body: { reason: 'Обида' } })
        : await close(outcome);
    expect(decided.status).toBe(200);
    const count = async (who: typeof maria) => (await who.get(listNotices)).notices.length;
    expect([await count(georgi), await count(maria)]).toEqual([1, outcome === 'dismissed' ? 0 : 1]);
  },
);

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
  const { maria, georgi, sent, close, waiting, actions } = await reported();
  await maria.get(deleteMessage, { params: { id: sent.id } });
  expect(await waiting()).toEqual([]);
  const subject = { kind: 'message', id: maria.id, name: maria.name };
  expect((await georgi.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'report_obsolete', subject } },
  ]);
  for (const outcome of ['deleted', 'dismissed'] as const)
    expect((await close(outcome)).status).toBe(404);
  expect(await actions()).toEqual([]);
});

test('a moderator sees the files of a reported message, also of a forward, while its report is open', async () => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const moderator = await chat.current.someone('moderator');
  const { id } = await chat.current.channel(maria, [georgi]);
  const { database } = chat.current.session.database;
  const fileId = await insertFile(database, { ownerId: maria.id, at: chat.current.session.time });
  const sent = await maria.say(id, '', { attachments: [{ fileId }] });
  const elena = await chat.current.someone();
  const { id: other } = await chat.current.channel(georgi, [elena]);
  const forward = await georgi.get(forwardMessage, {
    params: { id: sent.id },
    body: { channelId: other, clientId: createUuidV7(1) },
  });
  const statusFor = async (who: Chatter) =>
    (await who.ask(getFileDetails, { params: { id: fileId } })).status;
  for (const [message, reporter] of [
    [sent, georgi],
    [forward.message, elena],
  ] as const) {
    const params = { messageId: message.id };
    expect([await statusFor(moderator), await statusFor(georgi)]).toEqual([404, 200]);
    const report = { params: { id: message.id }, body: { reason: 'illegal' } };
    await reporter.get(moderationCalls.reportMessage, report);
    expect([await statusFor(moderator), await statusFor(await chat.current.someone())]).toEqual([
      200, 404,
    ]);
    await moderator.get(moderationCalls.closeMessageReports, {
      params,
      body: { outcome: 'dismissed' },
    });
  }
  expect(await statusFor(moderator)).toBe(404);
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

test('who reported a message and its sender reads once that both are dealt with by a suspension', async () => {
  const { maria, georgi, sent, waiting } = await reported();
  const { sent: deleted, maria: other, georgi: reporter } = await reported();
  await other.get(deleteMessage, { params: { id: deleted.id } });
  chat.current.session.time += 1_000;
  await georgi.get(reportUser, { params: { userId: maria.id }, body: { reason: 'fraud' } });
  const admin = await chat.current.someone('admin');
  moveClock();
  for (const { id: userId } of [maria, other])
    await admin.get(suspendUser, {
      params: { userId },
      body: { reason: 'спам', removeContent: true },
    });
  expect(await waiting()).toEqual([]);
  expect((await georgi.get(listNotices)).notices).toMatchObject([
    { content: { kind: 'moderation_decision', decided: 'report_upheld' } },
  ]);
  const { database } = chat.current.session.database;
  const open = await database
    .selectFrom('message_reports')
    .select('message_id')
    .where('message_id', '=', sent.id)
    .where('closed_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
  // The sender had deleted it: no decision.
  expect((await reporter.get(listNotices)).notices).toMatchObject([
    { content: { decided: 'report_obsolete' } },
  ]);
});

/** What is said of the messages that a user reported. */
const subjectsOf = async (reporter: Chatter) =>
  (await reporter.get(listNotices)).notices.map(({ content }) =>
    content.kind === 'moderation_decision' ? [content.decided, content.subject] : [],
  );

test('a suspension decides on no message that was erased while it was being reported', async () => {
  const { maria, georgi, sent } = await reported();
  const { database, time } = chat.current.session;
  const erased = { text: '', deleted_at: new Date(time) };
  await database.database.updateTable('messages').set(erased).where('id', '=', sent.id).execute();
  const admin = await chat.current.someone('admin');
  const body = { reason: 'спам', removeContent: true };
  await admin.get(suspendUser, { params: { userId: maria.id }, body });
  expect(await subjectsOf(georgi)).toEqual([]);
});

/** A reported message of a deleted account, which waits to be erased. */
const leftBehind = async () => {
  const found = await reported({ isModeratorMember: true });
  const { database } = chat.current.session.database;
  await found.maria.get(deleteAccount, { body: { currentPassword: somebody().password } });
  await database
    .updateTable('messages')
    .set({ text: 'измама', deleted_at: null })
    .where('id', '=', found.sent.id)
    .execute();
  await database
    .updateTable('message_reports')
    .set({ closed_at: null })
    .where('message_id', '=', found.sent.id)
    .execute();
  return found;
};

test('a message of a deleted account that waits to be erased is decided on without its name', async () => {
  const { georgi, close } = await leftBehind();
  expect((await close('deleted')).status).toBe(200);
  expect(await subjectsOf(georgi)).toContainEqual(['report_upheld', { kind: 'message' }]);
});

test('a moderator may delete a message of a deleted account that waits to be erased', async () => {
  const { georgi, moderator, sent, waiting, actions } = await leftBehind();
  const deletion = { params: { id: sent.id }, body: { reason: 'Обида' } };
  expect((await moderator.ask(deleteMessage, deletion)).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect(await subjectsOf(georgi)).toContainEqual(['report_upheld', { kind: 'message' }]);
  expect(await actions()).toEqual(['message.delete']);
  const { entries } = await moderator.get(moderationCalls.listChannelLog, {
    params: { id: sent.channelId },
  });
  expect(entries).toMatchObject([
    { action: 'message.delete', subject: null, reason: 'Обида', details: { messageId: sent.id } },
  ]);
});

test('each who reported a member or a message reads at once that both are dealt with', async () => {
  const { maria, georgi } = await reported();
  const other = await chat.current.someone();
  await other.get(reportUser, { params: { userId: maria.id }, body: { reason: 'fraud' } });
  const pages = [await georgi.connect(), await other.connect()];
  const admin = await chat.current.someone('admin');
  await admin.get(suspendUser, {
    params: { userId: maria.id },
    body: { reason: 'спам', removeContent: true },
  });
  for (const page of pages)
    expect((await page.frame('notice.created')).data).toEqual({ unread: 1 });
});

test('a report is answered when the account of the sender is deleted, also in a channel that ends with it', async () => {
  const { maria, georgi, sent } = await reported();
  const { database } = chat.current.session.database;
  const channels = () => database.selectFrom('channels').where('id', '=', sent.channelId);
  await database
    .updateTable('channels')
    .set({ kind: 'private' })
    .where('id', '=', sent.channelId)
    .execute();
  await georgi.get(removeMember, { params: { id: sent.channelId, userId: georgi.id } });
  await maria.get(deleteAccount, { body: { currentPassword: somebody().password } });
  expect(await channels().select('id').execute()).toEqual([]);
  expect(await subjectsOf(georgi)).toEqual([['report_obsolete', { kind: 'message' }]]);
});

test('a page of reports is read by as many statements as one report', async () => {
  const { moderator } = await reported();
  const { database } = chat.current.session.database;
  const statements = vi.spyOn(database, 'selectFrom');
  onTestFinished(() => statements.mockRestore());
  const countOnce = async (limit: string) => {
    statements.mockClear();
    await moderator.get(moderationCalls.listMessageReports, { query: { limit } });
    return statements.mock.calls.length;
  };
  /** The least of three, because other parts of the application may read meanwhile. */
  const countFor = async (limit: string) =>
    Math.min(await countOnce(limit), await countOnce(limit), await countOnce(limit));
  const forOne = await countFor('1');
  await reported();
  expect(await countFor('50')).toBe(forOne);
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
