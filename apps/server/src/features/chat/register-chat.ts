import type { FastifyInstance } from 'fastify';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { registerRealtime } from '#platform/realtime/register-realtime.ts';
import type { AccountData } from '#ports/account-data.ts';
import type { AuditTrail } from '#ports/audit.ts';
import type { Files } from '#ports/files.ts';
import type { TextWords } from '#ports/text-words.ts';
import { forgetInChat, readMessagesOf } from './account-messages.ts';
import { createChannelAccess } from './channel-access.ts';
import { addChannelCalls } from './channel-routes.ts';
import { createChannelService } from './channel-service.ts';
import { createChannelSource } from './channel-source.ts';
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
  readonly settings: Pick<Settings, 'BASE_URL' | 'CORS_ORIGINS' | 'PORT'>;
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly files: Files;
  readonly accountData: AccountData;
  readonly words: TextWords;
  readonly audit: AuditTrail;
  readonly fetch: GuardedFetch;
}

/** Channels, messages and the socket; answers with what other features tell connected people by. */
export const registerChat = (app: FastifyInstance, dependencies: ChatDependencies): Realtime => {
  const { settings, database, bus, jobs, clock, files, accountData, words, audit } = dependencies;
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
  const members = createMemberService({ database, clock, realtime, access, channels, audit });
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
    audit,
  });
  const reactions = createReactionService({ clock, access, writer, rates });
  const reports = createReportService({ database, clock, access, messages, audit });

  accountData.exports('messages', (userId) => readMessagesOf(database, userId));
  accountData.onDeletion(async (transaction, userId) => {
    const left = await forgetInChat(transaction, userId, new Date(clock.now()));
    return () => {
      for (const channelId of left)
        realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
    };
  });
  registerMessageFiles(files, database, messageFiles);

  addChannelCalls(app, { database, access, channels, members, ownMemberships });
  addMessageCalls(app, { database, access, messages, messageFiles, reactions, words });
  addPersonCalls(app, people, realtime);
  addModerationCalls(app, { access, members, reports });
  return realtime;
};
