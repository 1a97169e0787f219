import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#features/realtime/api.ts';
import { registerRealtime } from '#features/realtime/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import type { TextWords } from '#features/search/api.ts';
import { forgetInChat, readMessagesOf } from './account-messages.ts';
import { createBanService } from './ban-service.ts';
import { createChannelAccess } from './channel-access.ts';
import { addChannelCalls } from './channel-routes.ts';
import { createChannelLog } from './channel-log.ts';
import { createChannelService } from './channel-service.ts';
import { createChannelSource } from './channel-source.ts';
import { listOwnInvitations } from './invitation-rows.ts';
import { addInvitationCalls } from './invitation-routes.ts';
import { createInvitationService } from './invitation-service.ts';
import { createLinkUnfolder } from './link-unfolder.ts';
import { createMemberService } from './member-service.ts';
import { createMessageFiles, registerMessageFiles } from './message-files.ts';
import { addMessageCalls } from './message-routes.ts';
import { createMessageService } from './message-service.ts';
import { createMessageWriter } from './message-writer.ts';
import { addModerationCalls } from './moderation-routes.ts';
import { createOwnMembershipService } from './own-membership-service.ts';
import { addPersonCalls } from './person-routes.ts';
import { createPersonService } from './person-service.ts';
import { createRateLimits } from './rate-limits.ts';
import { createReactionService } from './reaction-service.ts';
import { createReportService } from './report-service.ts';
import { createTextReader } from './text-reader.ts';
import { registerUnfolding } from './unfolding.ts';

export interface ChatDependencies {
  readonly settings: Pick<
    Settings,
    'BASE_URL' | 'CONNECTIONS_PER_NETWORK' | 'CORS_ORIGINS' | 'PORT' | 'TRUST_PROXY'
  >;
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly files: Files;
  readonly accountData: AccountData;
  readonly words: TextWords;
  readonly audit: AuditTrail;
  readonly notifier: Notifier;
  readonly fetch: GuardedFetch;
}

export const eraseOldJob = defineJob({ name: 'chat.erase-old', payload: z.strictObject({}) });

/** Registers channels, messages and the socket; returns what other features publish with. */
export const registerChat = (app: FastifyInstance, dependencies: ChatDependencies): Realtime => {
  const { settings, database, bus, jobs, clock, files, accountData, words, audit, notifier } =
    dependencies;
  const people = createPersonService(database, clock);
  const source = createChannelSource(database, clock, people);
  const realtime = registerRealtime(app, { bus, clock, source, settings });

  const rates = createRateLimits(app.rateWindows);
  const access = createChannelAccess(database);
  const writer = createMessageWriter({
    database,
    announce: (channelId, events) => realtime.toChannel(channelId, ...events),
  });
  const channels = createChannelService({ database, clock, realtime, access, rates });
  const ownMemberships = createOwnMembershipService({ database, realtime, access });
  const log = createChannelLog(database, clock, audit);
  const invitations = createInvitationService({ database, clock, realtime, notifier, rates });
  const moderating = { database, clock, realtime, access, invitations, log, rates };
  const members = createMemberService({ ...moderating, channels });
  const bans = createBanService(moderating);
  const texts = createTextReader({
    database,
    words,
    ownOrigins: [settings.BASE_URL ?? `http://localhost:${settings.PORT}`],
  });
  const messageFiles = createMessageFiles({ database, access, writer, files });
  const unfolding = registerUnfolding({
    jobs,
    writer,
    texts,
    unfold: createLinkUnfolder(dependencies.fetch),
  });
  const messages = createMessageService({
    database,
    clock,
    access,
    writer,
    files,
    texts,
    messageFiles,
    unfolding,
    rates,
    log,
  });
  const reactions = createReactionService({ clock, access, writer, rates });
  const reports = createReportService({ database, clock, access, messages, audit });

  accountData.exports('messages', (userId) => readMessagesOf(database, userId));
  accountData.onDeletion(async (transaction, userId) => {
    await invitations.eraseNoticesBy(transaction, userId);
    const left = await forgetInChat(transaction, userId, new Date(clock.now()));
    return () => {
      for (const channelId of left)
        realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
    };
  });
  accountData.exports('invitations', (userId) =>
    listOwnInvitations(database, userId, new Date(clock.now())),
  );
  jobs.work(eraseOldJob, async () => {
    await invitations.eraseOld();
    await log.eraseOld();
  });
  jobs.schedule(eraseOldJob, '23 * * * *', {});
  registerMessageFiles(files, database, messageFiles);

  addChannelCalls(app, { database, access, channels, members, ownMemberships });
  addInvitationCalls(app, { access, invitations });
  addMessageCalls(app, { database, access, messages, messageFiles, reactions, words });
  addPersonCalls(app, people, realtime);
  addModerationCalls(app, { access, members, bans, log, reports });
  return realtime;
};
