import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import type * as calls from '@izgodno/contract/accounts/administration-calls';
import {
  SHOWN_OF_USER,
  type AdministeredUser,
  type UserDetails,
} from '@izgodno/contract/accounts/administration-calls';
import { spellingsOf } from '@izgodno/contract/common/name-spellings';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { escapeLike } from '#platform/database/escape-like.ts';
import { isLikeOneOf, patternsOfName } from '#platform/database/like-name.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import type { Database } from '#schema/schema.ts';
import type { AccountCall } from '../accounts-context.ts';
import { presentSessions, readSessions } from '../session-repository.ts';
import { inForce, presentSuspension } from './suspensions.ts';
import { hasTrigramsOf } from './user-trigrams.ts';

/** Ids of users are in the order of their creation. */
const cursorSchema = z.tuple([z.uuid()]);

/** Accounts that meet every condition on `u` (users) and `s` (suspensions in force), newest first. */
const readUsers = async (
  database: Database,
  at: Date,
  conditions: readonly Expression<SqlBool>[],
  limit: number,
): Promise<readonly AdministeredUser[]> => {
  const rows = await database
    .selectFrom('users as u')
    .modifyFront(plannedEachTime)
    .leftJoin('suspensions as s', (join) => join.onRef('s.user_id', '=', 'u.id').on(inForce(at)))
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.created_at', 's.reason', 's.began_at'])
    .select('s.ends_at')
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'u.id')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .as('last_used_at'),
    )
    .where((eb) => eb.and([...conditions]))
    .orderBy('u.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, email, role, created_at, last_used_at, ...row }) => {
    const { reason, began_at, ends_at } = row;
    const suspension =
      reason === null || began_at === null
        ? null
        : presentSuspension({ reason, began_at, ends_at });
    return {
      id,
      name,
      email,
      role,
      status: suspension === null ? 'active' : 'suspended',
      suspension,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    };
  });
};

const idSchema = z.guid();

/** The likeliest of a name, so that a search of all accounts reads few pages of the index. */
const MOST_SPELLINGS = 4;

const matching = ({
  q,
  role,
  status,
}: {
  readonly q?: string | undefined;
  readonly role?: string | undefined;
  readonly status?: string | undefined;
}): Expression<SqlBool>[] => [
  ...(q === undefined || q === ''
    ? []
    : [
        sql<SqlBool>`(${hasTrigramsOf(spellingsOf(q).slice(0, MOST_SPELLINGS))} AND (${isLikeOneOf('u.name', patternsOfName(q))}
                                       OR u.email ILIKE ${`%${escapeLike(q)}%`})
                      OR u.id = ${parseUntrusted(idSchema, q).data ?? null}::uuid)`,
      ]),
  ...(role === undefined ? [] : [sql<SqlBool>`u.role = ${role}`]),
  ...(status === undefined
    ? []
    : [sql<SqlBool>`(s.user_id IS NOT NULL) = ${status === 'suspended'}`]),
];

export const listUsers: AccountCall<typeof calls.listUsers> = async (
  { database, clock },
  { query: { limit, cursor, ...filter } },
) => {
  const at = new Date(clock.now());
  const after = readPageCursor(cursorSchema, cursor);
  const conditions = matching(filter);
  const [{ total }, found] = await Promise.all([
    database
      .selectFrom('users as u')
      .modifyFront(plannedEachTime)
      .leftJoin('suspensions as s', (join) => join.onRef('s.user_id', '=', 'u.id').on(inForce(at)))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow(),
    readUsers(
      database,
      at,
      after === null ? conditions : [...conditions, sql<SqlBool>`u.id < ${after[0]}::uuid`],
      limit + 1,
    ),
  ]);
  const { rows, nextCursor } = cutPageBy(found, limit, ({ id }) => [id]);
  return { total, people: rows, nextCursor };
};

/** The account with an email address. */
export const findUserToAdminister = async (
  database: Database,
  at: Date,
  email: string,
): Promise<AdministeredUser | null> =>
  (await readUsers(database, at, [sql<SqlBool>`u.email = ${email}`], 1))[0] ?? null;

/** The newest accounts that match. */
export const findUsers = (
  database: Database,
  at: Date,
  q: string,
  limit: number,
): Promise<readonly AdministeredUser[]> => readUsers(database, at, matching({ q }), limit);

const readPosts = async (database: Database, userId: string): Promise<UserDetails['posts']> => {
  const posts = database.selectFrom('deals').where('seller_id', '=', userId);
  const [{ total }, rows] = await Promise.all([
    posts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    posts
      .select(['id', 'title', 'status', 'posted_at'])
      .orderBy('posted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN_OF_USER)
      .execute(),
  ]);
  const items = rows.map(({ id, title, status, posted_at }) => ({
    id: String(id),
    title,
    status,
    postedAt: posted_at.toISOString(),
  }));
  return { total, items };
};

/** Channel by channel, because the index on senders begins with the channel. */
const countMessages = async (database: Database, userId: string): Promise<number> => {
  const { rows } = await sql<{ messages: number }>`
    SELECT coalesce(sum(counted), 0)::integer AS messages FROM channels, LATERAL (
      SELECT count(*) AS counted FROM messages
       WHERE channel_id = channels.id AND sender_id = ${userId}::uuid AND deleted_at IS NULL
    ) AS own`.execute(database);
  return rows[0]?.messages ?? 0;
};

interface ReportRow<Subject> {
  readonly id: string;
  readonly about: Subject;
  readonly subject_id: string;
  readonly where_kind: 'deal' | 'channel' | 'user';
  readonly where_id: string;
  readonly where_name: string;
  readonly where_removed: boolean;
  readonly reason: string;
  readonly note: string;
  readonly created_at: Date;
  readonly is_open: boolean;
}

/** The latest of the reports that a query finds, and the number of all. */
const readReports = async <Subject extends string>(
  database: Database,
  query: RawBuilder<ReportRow<Subject>>,
) => {
  const { rows } = await sql<ReportRow<Subject> & { readonly total: number }>`
    SELECT reports.*, count(*) OVER ()::integer AS total FROM (${query}) AS reports
     ORDER BY created_at DESC, id LIMIT ${SHOWN_OF_USER}`.execute(database);
  const items = rows.map(({ id, about, subject_id, reason, note, created_at, ...row }) => ({
    id,
    about,
    subjectId: subject_id,
    where: {
      kind: row.where_kind,
      id: row.where_id,
      name: row.where_name,
      isRemoved: row.where_removed,
    },
    reason,
    note,
    createdAt: created_at.toISOString(),
    isOpen: row.is_open,
  }));
  return { total: rows[0]?.total ?? 0, items };
};

const reportsOfPosts = (userId: string) => sql<ReportRow<'deal' | 'message'>>`
  SELECT r.id::text, 'deal' AS about, r.deal_id::text AS subject_id, 'deal' AS where_kind,
         d.id::text AS where_id, d.title AS where_name,
         d.status = 'deleted' AS where_removed, r.reason, r.note,
         r.created_at, r.resolved_at IS NULL AS is_open
    FROM deal_reports r JOIN deals d ON d.id = r.deal_id
   WHERE d.seller_id = ${userId}::uuid
  UNION ALL
  SELECT r.message_id || '/' || coalesce(r.reporter_id::text, r.created_at::text), 'message', r.message_id::text,
         CASE WHEN d.id IS NULL THEN 'channel' ELSE 'deal' END, coalesce(d.id::text, c.id::text),
         coalesce(d.title, c.name, ''), coalesce(d.status = 'deleted', false), r.reason, r.note,
         r.created_at, r.closed_at IS NULL AND m.deleted_at IS NULL
    FROM message_reports r JOIN messages m ON m.channel_id = r.channel_id AND m.id = r.message_id
    JOIN channels c ON c.id = r.channel_id
    LEFT JOIN deals d ON c.kind = 'deal' AND d.id = c.deal_id
   WHERE m.sender_id = ${userId}::uuid`;

const reportsOfMember = (userId: string) => sql<ReportRow<'user' | 'rating'>>`
  SELECT r.id::text, CASE WHEN r.rating_id IS NULL THEN 'user' ELSE 'rating' END AS about,
         r.subject_id::text, 'user' AS where_kind, u.id::text AS where_id, u.name AS where_name,
         false AS where_removed, r.reason, r.note, r.created_at,
         r.resolved_at IS NULL AND g.removed_at IS NULL AS is_open
    FROM member_reports r LEFT JOIN ratings g ON g.id = r.rating_id
    JOIN users u ON u.id = coalesce(g.rated_id, r.user_id)
   WHERE r.user_id = ${userId}::uuid`;

/** Throws `not_found`. */
export const getUser: AccountCall<typeof calls.getUser> = async (
  { database, clock, countryOf },
  { params: { userId }, user },
) => {
  const at = new Date(clock.now());
  const [[row], sessions, posts, messages, reports, memberReports] = await Promise.all([
    readUsers(database, at, [sql<SqlBool>`u.id = ${userId}::uuid`], 1),
    readSessions(database, userId, at),
    readPosts(database, userId),
    countMessages(database, userId),
    readReports(database, reportsOfPosts(userId)),
    readReports(database, reportsOfMember(userId)),
  ]);
  if (row === undefined) throw new CallError('not_found');
  return {
    person: row,
    sessions: await presentSessions(sessions, user.sessionId, countryOf),
    posts,
    messages,
    reports,
    memberReports,
  };
};
