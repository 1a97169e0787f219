import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as keyCalls from '@izgodno/contract/accounts/key-calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as saleCalls from '@izgodno/contract/sales/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import * as commentCalls from '@izgodno/contract/chat/comment-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as chatModerationCalls from '@izgodno/contract/chat/moderation-calls';
import type { Call } from '@izgodno/contract/common/call';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import * as appealCalls from '@izgodno/contract/moderation/appeal-calls';
import * as memberReportCalls from '@izgodno/contract/moderation/member-report-calls';
import * as judgingCalls from '@izgodno/contract/moderation/calls';
import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import {
  confirmAdministrator,
  makeFirstAdministrator,
} from '@izgodno/contract/accounts/email-calls';
import * as userCalls from '@izgodno/contract/accounts/administration-calls';
import * as sessionCalls from '@izgodno/contract/accounts/calls';
import { startBackup } from '@izgodno/contract/system/backup-calls';
import { sendTestMail } from '@izgodno/contract/system/mail-calls';
import { retryJob } from '@izgodno/contract/system/upkeep-calls';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import { makeConsoleToken } from '#features/accounts/first-administrator.ts';
import { contractCalls } from './contract-calls.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { insertSignedIn, type SignedIn } from './insert-signed-in.ts';
import { provideUsersApp } from './users-app.ts';
import { somebody } from './session-app.ts';
import { textsOf, validRequestsOf } from './valid-requests.ts';

const ADMIN_EMAIL = 'boss@izgodno.example';
const users = provideUsersApp({ BUDGET_PER_MINUTE: '0', ADMIN_EMAIL });

const trail = async (): Promise<readonly string[]> => {
  const rows = await users.current.database.database
    .selectFrom('audit_entries')
    .select('action')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

const actionsOf = ({ audit }: Call): readonly AuditAction[] =>
  audit === false ? [] : typeof audit === 'string' ? [audit] : audit;

test('each call records the actions of its description, and no other', async () => {
  const { current } = users;
  const handle = current.database.database;
  const signIn = (role: 'member' | 'admin') => insertSignedIn(handle, role, current.time);
  const [owner, subject, admin] = [
    await signIn('member'),
    await signIn('member'),
    await signIn('admin'),
  ];
  const { channel } = await current.ask(channelCalls.createChannel, {
    token: owner.token,
    body: { name: 'Велосипеди', kind: 'public' },
  });
  const member = { id: channel.id, userId: subject.id };
  const joins = ({ id: userId, token }: SignedIn) =>
    current.ask(channelCalls.addMember, { token, params: { id: channel.id, userId } });
  await joins(admin);
  await joins(subject);
  const write = async (): Promise<string> => {
    const { message } = await current.ask(messageCalls.sendMessage, {
      token: subject.token,
      body: { channelId: channel.id, clientId: crypto.randomUUID(), text: 'колело' },
    });
    return message.id;
  };
  const reported = async (): Promise<string> => {
    const id = await write();
    const body = { reason: 'spam' };
    await current.ask(chatModerationCalls.reportMessage, {
      token: owner.token,
      params: { id },
      body,
    });
    return id;
  };
  await insertSources(handle);
  const [deal = 0] = await insertDeals(handle, [aDeal()]);
  const { sessions } = await current.ask(sessionCalls.listSessions, { token: subject.token });

  const rated = async () => {
    const sides = { seller_id: owner.id, buyer_id: subject.id };
    const at = new Date(current.time);
    await handle
      .insertInto('sales')
      .values({ deal_id: deal, ...sides, sold_at: at })
      .execute();
    const id = createUuidV7(current.time);
    const who = { rater_id: subject.id, rated_id: owner.id };
    const times = { created_at: at, shown_at: at, removed_at: null };
    const rating = { id, deal_id: deal, ...who, stars: 1, text: '', reply: null, ...times };
    return handle.insertInto('ratings').values(rating).returning('id').execute();
  };

  /** An appeal of the subject against a decision about what they wrote. */
  const appealed = async (): Promise<string> => {
    const { token } = subject;
    const { decisions } = await current.ask(appealCalls.listDecisions, { token });
    const id = decisions.find(({ appeal }) => appeal === null)?.id ?? '';
    await current.ask(appealCalls.appealDecision, {
      token,
      params: { id },
      body: { text: 'обида' },
    });
    const { appeals } = await current.ask(appealCalls.listAppeals, { token: admin.token });
    return appeals.at(-1)?.id ?? '';
  };

  const seen = new Map<Call, AuditAction[]>();
  const keeps = async (
    call: Call,
    action: AuditAction,
    params: Record<string, string>,
    body?: object,
  ): Promise<void> => {
    const before = await trail();
    const options = { token: admin.token, params, ...(body === undefined ? {} : { body }) };
    const response = await current.send(call, options);
    expect(`${call.path} ${response.statusCode} ${response.body}`).toContain(`${call.path} 200`);
    expect((await trail()).slice(before.length)).toEqual([action]);
    seen.set(call, [...(seen.get(call) ?? []), action]);
  };

  await keeps(keyCalls.createApiKey, 'key.create', {}, { name: 'Robot', scopes: ['deals:read'] });
  const { keys } = await current.ask(keyCalls.listApiKeys, { token: admin.token });
  await keeps(keyCalls.revokeApiKey, 'key.revoke', { id: keys[0]?.id ?? '' });

  const { updateMember, closeMessageReports } = chatModerationCalls;
  const until = new Date(current.time + MINUTE_MS).toISOString();
  await keeps(updateMember, 'channel.appoint', member, { role: 'moderator' });
  await keeps(updateMember, 'channel.mute', member, { mutedUntil: until });
  await keeps(updateMember, 'channel.mute', member, { mutedUntil: null });
  await keeps(messageCalls.deleteMessage, 'message.delete', { id: await write() });
  for (const [outcome, action] of [
    ['deleted', 'message.delete'],
    ['dismissed', 'message.dismiss_report'],
  ] as const)
    await keeps(closeMessageReports, action, { messageId: await reported() }, { outcome });
  const { comment } = await current.ask(commentCalls.addComment, {
    token: subject.token,
    params: { id: String(deal) },
    body: { clientId: crypto.randomUUID(), text: 'колело' },
  });
  await keeps(commentCalls.deleteComment, 'message.delete', { id: comment.id });
  await keeps(
    channelCalls.updateChannel,
    'channel.change',
    { id: channel.id },
    { topic: 'Колела' },
  );
  await keeps(channelCalls.removeMember, 'channel.remove_member', member);
  await joins(subject);
  await keeps(chatModerationCalls.banMember, 'channel.ban', member, { reason: 'спам' });
  await keeps(chatModerationCalls.unbanMember, 'channel.unban', member);

  await current.ask(judgingCalls.reportDeal, {
    token: subject.token,
    params: { id: String(deal) },
    body: { reason: 'spam' },
  });
  for (const action of ['dismiss', 'expire', 'remove', 'reinstate'] as const) {
    const body = { action, reason: 'както се вижда' };
    await keeps(judgingCalls.moderateDeal, `deal.${action}`, { id: String(deal) }, body);
  }

  const [rating] = await rated();
  const reason = 'обида';
  await keeps(saleCalls.removeRating, 'rating.remove', { id: rating?.id ?? '' }, { reason });

  for (const [outcome, action] of [
    ['upheld', 'appeal.uphold'],
    ['reversed', 'appeal.reverse'],
  ] as const)
    await keeps(appealCalls.decideAppeal, action, { id: await appealed() }, { outcome, reason });

  const { reportUser, closeMemberReports } = memberReportCalls;
  const ofSubject = { userId: subject.id };
  const body = { reason: 'spam' };
  await current.ask(reportUser, { token: owner.token, params: ofSubject, body });
  await keeps(closeMemberReports, 'user.dismiss_report', { subjectId: subject.id }, { reason });

  const [session] = sessions;
  await keeps(sessionCalls.revokeSession, 'user.end_session', { id: session?.id ?? '' });
  const { id: userId } = subject;
  await keeps(sessionCalls.changeRole, 'user.role', { userId }, { role: 'moderator' });
  await keeps(sessionCalls.signUserOut, 'user.sign_out', { userId }, { reason: 'по молба' });

  await keeps(userCalls.suspendUser, 'user.suspend', { userId }, { reason: 'спам' });
  await keeps(userCalls.liftSuspension, 'user.lift_suspension', { userId });
  await keeps(userCalls.deleteUser, 'user.delete', { userId }, { reason: 'спам' });

  const source = { id: 'feed' };
  const url = 'https://shop.example/feed.csv';
  await keeps(sourceCalls.addFeed, 'source.add', {}, { ...source, name: 'Feed', url });
  await keeps(sourceCalls.pauseSource, 'source.pause', source);
  await keeps(sourceCalls.resumeSource, 'source.resume', source);
  await keeps(sourceCalls.runSource, 'source.run', source);
  await keeps(sourceCalls.runSource, 'source.run-shrunk', source, { allowShrink: true });

  const job = { id: crypto.randomUUID(), kind: 'test.job', attempts: 21, error: 'away' };
  current.jobs.failed.push({ ...job, failedAt: new Date(current.time) });
  await keeps(retryJob, 'job.retry', { id: job.id });
  await keeps(sendTestMail, 'mail.test', {});
  await keeps(startBackup, 'backup.start', {});

  // The ways to become the first administrator exist only while there is none.
  await handle.updateTable('users').set({ role: 'member' }).execute();
  const token = await makeConsoleToken(handle, current.time);
  await keeps(makeFirstAdministrator, 'user.role', {}, { token, ...somebody() });
  await handle.updateTable('users').set({ role: 'member' }).execute();
  await handle.updateTable('first_administrator').set({ made_at: null }).execute();
  await current.send(sessionCalls.register, { body: somebody({ email: ADMIN_EMAIL }) });
  const mailed = /#(\S+)$/m.exec(current.mails.at(-1)?.text ?? '')?.[1];
  const password = 'quite-another-9134';
  await keeps(confirmAdministrator, 'user.role', {}, { token: mailed, password });

  for (const call of contractCalls)
    expect([call.path, new Set(seen.get(call))]).toEqual([call.path, new Set(actionsOf(call))]);
});

test.for(contractCalls.filter(({ audit }) => audit === false))(
  '$method $path records nothing in the audit trail',
  async (call) => {
    const { current } = users;
    const { token } = await insertSignedIn(current.database.database, 'admin', current.time);
    const before = await trail();
    for (const { params, query, body } of fc.sample(validRequestsOf(call), 3))
      await current.send(call, {
        token,
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, encodeURIComponent(String(value))]),
        ),
        query: Object.fromEntries(
          Object.entries(query).map(([name, value]) => [name, [...textsOf(value)]]),
        ),
        ...(body === undefined ? {} : { body }),
      });
    expect(await trail()).toEqual(before);
  },
);

test('no change that the audit trail keeps can be made without saying what changes', () => {
  const empty = contractCalls.filter(
    ({ method, audit, body }) =>
      method === 'PATCH' && audit !== false && body?.safeParse({}).success !== false,
  );
  expect(empty.map(({ path }) => path)).toEqual([]);
});
