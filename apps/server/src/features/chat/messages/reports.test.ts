import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
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
});
