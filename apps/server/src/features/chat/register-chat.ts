import type { FastifyInstance } from 'fastify';
import { channelIdSchema } from '@izgodno/contract/chat/channel';
import { messageIdSchema } from '@izgodno/contract/chat/message';
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
import { createLinkUnfolder, unfoldLinks } from './link-unfolder.ts';
import { findMembership } from './member-rows.ts';
import { createMemberService } from './member-service.ts';
import { findMessage } from './message-rows.ts';
import { addMessageCalls } from './message-routes.ts';
import { createMessageService } from './message-service.ts';
import { createMessageWriter } from './message-writer.ts';
import { addModerationCalls } from './moderation-routes.ts';
import { addPersonCalls } from './person-routes.ts';
import { createPersonService } from './person-service.ts';
import { createRateLimits } from './rate-limits.ts';
import { createReactionService } from './reaction-service.ts';
import { createReportService } from './report-service.ts';

const UNFOLDING_AT_ONCE = 4;

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

  const rates = createRateLimits(clock);
  const access = createChannelAccess(database);
  const writer = createMessageWriter({
    database,
    announce: (channelId, events) => realtime.toChannel(channelId, ...events),
  });
  const channels = createChannelService({ database, clock, realtime, access, rates });
  const members = createMemberService({ database, clock, realtime, access, channels, audit });
  const messages = createMessageService({
    database,
    clock,
    access,
    writer,
    files,
    words,
    rates,
    audit,
    jobs,
    unfold: createLinkUnfolder(dependencies.fetch),
    ownOrigins: [settings.BASE_URL ?? `http://localhost:${settings.PORT}`],
  });
  const reactions = createReactionService({ clock, access, writer, rates });
  const reports = createReportService({ database, clock, access, messages, rates, audit });

  jobs.work(
    unfoldLinks,
    ({ channelId, messageId, links }, signal) =>
      messages.unfold(channelId, messageId, links, signal),
    { concurrency: UNFOLDING_AT_ONCE },
  );
  accountData.exports('messages', (userId) => readMessagesOf(database, userId));
  accountData.onDeletion(async (transaction, userId) => {
    const left = await forgetInChat(transaction, userId, new Date(clock.now()));
    return () => {
      for (const channelId of left)
        realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
    };
  });
  files.registerAudience({
    kind: 'message',
    async mayRead(messageId, reader) {
      if (reader === null) return false;
      const message = await findMessage(database, messageId);
      if (message === null) return false;
      return (await findMembership(database, message.channel_id, reader.id)) !== null;
    },
    settled: messages.fileSettled,
  });
  files.registerUploadPolicy(async ({ channelId, messageId }, person) => {
    if (!channelIdSchema.safeParse(channelId).success) return false;
    if ((await findMembership(database, channelId, person.id)) === null) return false;
    // Until it is stored a message goes by its client id, and is nobody's.
    if (!messageIdSchema.safeParse(messageId).success) return true;
    const message = await findMessage(database, messageId);
    return message === null || message.sender_id === person.id;
  });

  addChannelCalls(app, { database, access, channels, members });
  addMessageCalls(app, { database, access, messages, reactions, words, rates });
  addPersonCalls(app, people, realtime);
  addModerationCalls(app, { access, members, reports });
  return realtime;
};
