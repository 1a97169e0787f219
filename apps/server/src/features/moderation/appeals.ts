import { sql, type Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import {
  APPEAL_WITHIN_MS,
  appealableActions,
  appealableActionSchema,
  type AppealOutcome,
  type Decision,
} from '@izgodno/contract/moderation/appeal-calls';
import type * as calls from '@izgodno/contract/moderation/appeal-calls';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { CallError } from '#platform/http/errors.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { applyStatus, isDeletedBy } from '#features/deals/api.ts';
import { holdRecipients } from '#features/notices/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { mayDecideAppeal } from './moderation-policy.ts';
import type { ModerationCall, ModerationContext } from './moderation-context.ts';
import { findDeal, subjectOfDeal } from './reports.ts';

type Subject = Decision['subject'];

const subjectOf = (row: {
  readonly subject_kind: Subject['kind'];
  readonly subject_id: string;
}): Subject => ({ kind: row.subject_kind, id: row.subject_id });

/** The titles of the deals among the subjects, also of deleted ones. */
const readTitles = async (
  { dealLookup }: ModerationContext,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = subjects.flatMap(({ kind, id }) => (kind === 'deal' ? [Number(id)] : []));
  const deals = await dealLookup.read(ids, { deleted: true, whole: true });
  return new Map(deals.map(({ id, title }) => [id, title]));
};

const titleOf = (titles: ReadonlyMap<string, string>, { kind, id }: Subject): string | null =>
  (kind === 'deal' ? titles.get(id) : undefined) ?? null;

/** Whether a moderator has brought back the deal that the entry `e` of the trail removed. */
const isReversed = sql<boolean>`e.action = 'deal.remove' and exists (
  select from audit_entries as later
  where later.subject_kind = e.subject_kind and later.subject_id = e.subject_id
    and later.action = 'deal.reinstate' and (later.at, later.id) > (e.at, e.id))`;

/** What moderators decided about the caller's content, latest first. */
export const listDecisions: ModerationCall<typeof calls.listDecisions> = async (
  context,
  { query: { limit, cursor }, user },
) => {
  const found = await context.database
    .selectFrom('audit_entries as e')
    .leftJoin('appeals as a', 'a.decision_id', 'e.id')
    .select(['e.id', 'e.at', 'e.action', 'e.subject_kind', 'e.subject_id', 'e.reason'])
    .select(['a.text', 'a.created_at', 'a.outcome', 'a.answer'])
    .select(isReversed.as('isReversed'))
    .where('e.owner_id', '=', user.id)
    .where('e.action', 'in', appealableActions)
    .$call(pageByTime(['e.at', 'e.id'], 'desc', { after: readTimeCursor(cursor), limit }))
    .execute();
  const { rows, nextCursor } = cutPage(found, limit);
  const titles = await readTitles(context, rows.map(subjectOf));
  return {
    decisions: rows.map((row) => ({
      id: row.id,
      action: expectShape(appealableActionSchema, row.action),
      subject: subjectOf(row),
      title: titleOf(titles, subjectOf(row)),
      reason: row.reason,
      at: row.at.toISOString(),
      appealUntil: new Date(row.at.getTime() + APPEAL_WITHIN_MS).toISOString(),
      isReversed: row.isReversed,
      appeal:
        row.text === null || row.created_at === null
          ? null
          : {
              text: row.text,
              createdAt: row.created_at.toISOString(),
              outcome: row.outcome,
              answer: row.answer,
            },
    })),
    nextCursor,
  };
};

/**
 * Throws `not_found` for a decision about others' content, an old one or one that is reversed,
 * `already_appealed`.
 */
export const appealDecision: ModerationCall<typeof calls.appealDecision> = async (
  { database, clock },
  { params, body: { text }, user },
) => {
  const now = clock.now();
  const decision = await database
    .selectFrom('audit_entries as e')
    .select('e.id')
    .where('e.id', '=', params.id)
    .where('e.owner_id', '=', user.id)
    .where('e.action', 'in', appealableActions)
    .where('e.at', '>', new Date(now - APPEAL_WITHIN_MS))
    .where(sql<boolean>`not (${isReversed})`)
    .executeTakeFirst();
  if (decision === undefined) throw new CallError('not_found');
  const stored = await database
    .insertInto('appeals')
    .values({
      id: createUuidV7(now),
      decision_id: decision.id,
      user_id: user.id,
      text,
      created_at: new Date(now),
      decided_at: null,
      outcome: null,
      answer: null,
    })
    .onConflict((conflict) => conflict.column('decision_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) throw new CallError('already_appealed');
  return {};
};

/** Appeals without a decision, longest waiting first. */
export const listAppeals: ModerationCall<typeof calls.listAppeals> = async (
  context,
  { query: { limit, cursor }, user },
) => {
  const found = await context.database
    .selectFrom('appeals as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('audit_entries as e', 'e.id', 'a.decision_id')
    .leftJoin('users as m', 'm.id', 'e.actor_id')
    .select(['a.id', 'a.text', 'a.created_at as at', 'u.id as user_id', 'u.name as user_name'])
    .select(['e.at as decided_at', 'e.action', 'e.subject_kind', 'e.subject_id', 'e.reason'])
    .select(['m.id as actor_id', 'm.name as actor_name'])
    .where('a.decided_at', 'is', null)
    .$call(pageByTime(['a.created_at', 'a.id'], 'asc', { after: readTimeCursor(cursor), limit }))
    .execute();
  const { rows, nextCursor } = cutPage(found, limit);
  const titles = await readTitles(context, rows.map(subjectOf));
  return {
    appeals: rows.map((row) => ({
      id: row.id,
      text: row.text,
      user: { id: row.user_id, name: row.user_name },
      mayDecide: mayDecideAppeal(user, { ownerId: row.user_id, decidedBy: row.actor_id }),
      createdAt: row.at.toISOString(),
      decision: {
        action: expectShape(appealableActionSchema, row.action),
        subject: subjectOf(row),
        title: titleOf(titles, subjectOf(row)),
        reason: row.reason,
        at: row.decided_at.toISOString(),
        actor:
          row.actor_id === null || row.actor_name === null
            ? null
            : { id: row.actor_id, name: row.actor_name },
      },
    })),
    nextCursor,
  };
};

/** The open appeal, which the transaction locks after its owner, with its decision. Throws `not_found`. */
const takeOpen = async (transaction: Transaction<Schema>, id: string) => {
  const owners = await transaction
    .selectFrom('appeals')
    .select('user_id as id')
    .where('id', '=', id)
    .execute();
  await holdRecipients(
    transaction,
    owners.map((owner) => owner.id),
  );
  const open = await transaction
    .selectFrom('appeals as a')
    .innerJoin('audit_entries as e', 'e.id', 'a.decision_id')
    .select(['a.id', 'a.user_id as ownerId', 'e.id as decisionId', 'e.actor_id as decidedBy'])
    .select(['e.action', 'e.subject_kind as kind', 'e.subject_id as subjectId', 'e.details'])
    .where('a.id', '=', id)
    .where('a.decided_at', 'is', null)
    .forUpdate('a')
    .executeTakeFirst();
  if (open === undefined) throw new CallError('not_found');
  return open;
};

/**
 * Brings back what a decision removed. Its owner or the end of the window may have come first, and a
 * moderator may have brought it back, and another one removed it again.
 */
const reverseRemoval = async (
  { bus, clock }: ModerationContext,
  transaction: Transaction<Schema>,
  dealId: number,
  decisionId: string,
): Promise<void> => {
  const removed = await transaction
    .selectFrom('deals')
    .innerJoin('audit_entries as e', (join) => join.on('e.id', '=', decisionId))
    .select('deals.id')
    .where('deals.id', '=', dealId)
    .where(isDeletedBy(sql.ref('deals.id'), 'moderator'))
    .where(sql<boolean>`not (${isReversed})`)
    .executeTakeFirst();
  if (removed === undefined) return;
  const restore = { kind: 'restore', by: 'moderator' } as const;
  await applyStatus({ transaction, bus }, dealId, restore, clock.now());
};

/** Makes a deal active that a decision expired, unless it is deleted or was active since. */
const reverseExpiry = async (
  { bus, clock }: ModerationContext,
  transaction: Transaction<Schema>,
  dealId: number,
  decisionId: string,
): Promise<void> => {
  const expired = await transaction
    .selectFrom('expired_by_decisions as e')
    .innerJoin('deals as d', 'd.id', 'e.deal_id')
    .select('d.id')
    .where('e.deal_id', '=', dealId)
    .where('e.decision_id', '=', decisionId)
    .where('d.status', '=', 'expired')
    .executeTakeFirst();
  if (expired === undefined) return;
  const activate = { kind: 'set', status: 'active' } as const;
  await applyStatus({ transaction, bus }, dealId, activate, clock.now());
};

/** Undoes a decision about a deal; other content is erased, so only the answer says that it was wrong. */
const reverse = async (
  context: ModerationContext,
  transaction: Transaction<Schema>,
  { action, subjectId, decisionId }: Awaited<ReturnType<typeof takeOpen>>,
): Promise<void> => {
  const dealId = Number(subjectId);
  if (action === 'deal.remove') await reverseRemoval(context, transaction, dealId, decisionId);
  if (action === 'deal.expire') await reverseExpiry(context, transaction, dealId, decisionId);
};

/** What the appealed decision was about, as the notice of the answer names it. */
const subjectOfAppeal = async (
  transaction: Transaction<Schema>,
  { action, kind, subjectId, details }: Awaited<ReturnType<typeof takeOpen>>,
): Promise<ReportedSubject> => {
  if (action === 'rating.remove') return { kind: 'rating' };
  if (kind !== 'deal')
    return { kind: dealOfChannel(details['channelId'] ?? '') === null ? 'message' : 'comment' };
  const dealId = Number(subjectId);
  return subjectOfDeal(dealId, await findDeal(transaction, dealId));
};

const actions = { upheld: 'appeal.uphold', reversed: 'appeal.reverse' } as const satisfies Record<
  AppealOutcome,
  string
>;

/**
 * Decides an appeal, and notifies its author of the reason. Throws `not_found` for one that is
 * decided, `forbidden` for the moderator who made the decision, and what bringing a deal back
 * throws.
 */
export const decideAppeal: ModerationCall<typeof calls.decideAppeal> = async (
  context,
  { params, body: { outcome, reason }, user },
) => {
  const { audit, clock, noticePublisher } = context;
  await noticePublisher.transaction(async (transaction, notify) => {
    const appeal = await takeOpen(transaction, params.id);
    const { ownerId, decisionId, kind, subjectId } = appeal;
    if (!mayDecideAppeal(user, appeal)) throw new CallError('forbidden');
    if (outcome === 'reversed') await reverse(context, transaction, appeal);
    await transaction
      .updateTable('appeals')
      .set({ decided_at: new Date(clock.now()), outcome, answer: reason })
      .where('id', '=', appeal.id)
      .execute();
    await audit.record(
      {
        actorId: user.id,
        action: actions[outcome],
        subject: { kind, id: subjectId },
        reason,
        details: { decision: decisionId },
      },
      transaction,
    );
    const subject = await subjectOfAppeal(transaction, appeal);
    const decided = `appeal_${outcome}` as const;
    const about = { kind: 'moderation_decision', decided, reason, subject } as const;
    await notify([{ userId: ownerId, occasion: `appeal:${appeal.id}`, about }]);
  });
  return {};
};

/** A user's appeals, latest first, for their data export. */
export const readAppealsOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['appeals']> => {
  const rows = await connection
    .selectFrom('appeals')
    .select(['decision_id', 'text', 'created_at', 'outcome', 'answer'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ decision_id: decisionId, text, created_at, outcome, answer }) => ({
    decisionId,
    text,
    outcome,
    answer,
    at: created_at.toISOString(),
  }));
};
