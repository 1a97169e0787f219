import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createUuidV7 } from '#platform/uuid.ts';
import { useTestDatabase } from '#test/test-database.ts';

const provided = useTestDatabase();
const file = new URL('../../../../migrations/0121_channel_log.sql', import.meta.url);

test('entries of channels move from the audit trail into their logs, and those of private channels leave the trail', async () => {
  const { database } = provided.current;
  const [owner, member] = [createUuidV7(1), createUuidV7(2)];
  const [open, secret] = [createUuidV7(3), createUuidV7(4)];
  const at = new Date('2026-11-20T10:00:00Z');
  await database
    .insertInto('users')
    .values(
      [owner, member].map((id) => ({
        id,
        name: 'Мария',
        email: `${id}@izgodno.example`,
        password_hash: '',
        created_at: at,
      })),
    )
    .execute();
  await database
    .insertInto('channels')
    .values(
      (
        [
          [open, 'public'],
          [secret, 'private'],
        ] as const
      ).map(([id, kind]) => ({
        id,
        kind,
        name: kind,
        direct_key: null,
        created_by: owner,
        created_at: at,
        archived_at: null,
      })),
    )
    .execute();
  const entry = (
    action: string,
    subject: readonly [string, string],
    details: object,
    reason = 'лично',
  ) =>
    sql`
    INSERT INTO audit_entries (id, at, actor_id, action, subject_kind, subject_id, reason, details)
    VALUES (${createUuidV7(Date.now())}, ${at}, ${owner}, ${action}, ${subject[0]}, ${subject[1]}, ${reason}, ${JSON.stringify(details)})`.execute(
      database,
    );
  const message = createUuidV7(9);
  await entry('channel.ban', ['channel', secret], { userId: member, until: '' });
  await entry('channel.ban', ['channel', open], { userId: member, until: '' });
  await entry('message.delete', ['message', message], { channelId: secret, senderId: member });
  await entry(
    'message.delete',
    ['message', message],
    { channelId: secret, senderId: member },
    'report',
  );
  await entry('channel.ban', ['channel', createUuidV7(10)], { userId: member });
  await entry('user.role', ['user', member], { role: 'moderator' });

  await sql`DROP TABLE channel_log`.execute(database);
  const up = (await readFile(file, 'utf8')).split('-- Down Migration')[0] ?? '';
  await sql.raw(up).execute(database);

  const stored = await database
    .selectFrom('audit_entries')
    .select(['action', 'subject_id', 'reason'])
    .execute();
  expect(new Set(stored.map(({ action, subject_id }) => `${action} ${subject_id}`))).toEqual(
    new Set([`channel.ban ${open}`, `message.delete ${message}`, `user.role ${member}`]),
  );
  expect(stored.filter(({ action }) => action === 'message.delete')).toMatchObject([
    { reason: 'report' },
  ]);
  const log = await database
    .selectFrom('channel_log')
    .select(['channel_id', 'action', 'actor_id', 'subject_id', 'details'])
    .execute();
  const of = { actor_id: owner, subject_id: member };
  expect(log).toHaveLength(3);
  expect(log).toEqual(
    expect.arrayContaining([
      { ...of, channel_id: secret, action: 'channel.ban', details: { until: '' } },
      { ...of, channel_id: open, action: 'channel.ban', details: { until: '' } },
      { ...of, channel_id: secret, action: 'message.delete', details: { messageId: message } },
    ]),
  );
});
