import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import type { Bus } from '#platform/bus.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { registerRealtime, type Realtime } from '#features/realtime/api.ts';
import { eraseAbandoned } from './channels/abandoned-channels.ts';
import { ChatSource } from './channels/channel-source.ts';
import { eraseHooksOf } from './channels/hooks.ts';
import type { ChatContext } from './chat-context.ts';
import { addChatCalls } from './chat-routes.ts';
import { eraseCommentsOfErased } from './comments/comment-count.ts';
import { eraseOldLog } from './members/channel-log.ts';
import { exportChat } from './account-parts.ts';
import { eraseNoticesBy, eraseOldInvitations } from './members/invitations.ts';
import {
  eraseInChat,
  eraseInFlight,
  eraseInFlightJob,
  eraseRest,
  eraseRestJob,
} from './messages/account-messages.ts';
import { addLinkImages } from './messages/link-image.ts';
import { registerLinkPreviews } from './messages/link-previews.ts';
import { registerMessageFiles } from './messages/message-files.ts';
import { MessageWriter } from './messages/message-writer.ts';
import { eraseOldFollows } from './threads/threads.ts';
import { eraseForwards, eraseForwardsJob } from './messages/messages.ts';
import { eraseMentions, eraseMentionsJob, eraseMentionsLater } from './messages/erase-mentions.ts';
import { closeObsoleteReports, eraseClosedReports } from './messages/obsolete-reports.ts';
import { closeReportsOfSender } from './messages/removals.ts';
import { settleFiles } from './messages/settle-files.ts';

export interface ChatDependencies extends Pick<
  ChatContext,
  'audit' | 'clock' | 'database' | 'files' | 'findDeals' | 'jobs' | 'noticePublisher' | 'words'
> {
  readonly bus: Bus;
  readonly settings: Pick<
    Settings,
    | 'BASE_URL'
    | 'CONNECTIONS_PER_NETWORK'
    | 'CORS_ORIGINS'
    | 'PORT'
    | 'TRUST_PROXY'
    | 'UPLOAD_MAX_FILES'
  >;
  readonly accountData: AccountData;
  readonly fetch: GuardedFetch;
}

const settleFilesJob = defineJob({
  name: 'chat.settle-files',
  payload: z.strictObject({}),
});
export const eraseOldJob = defineJob({ name: 'chat.erase-old', payload: z.strictObject({}) });

/** Registers channels, messages and the socket; returns what other features publish with. */
export const registerChat = (app: FastifyInstance, dependencies: ChatDependencies): Realtime => {
  const { settings, bus, fetch, accountData, ...shared } = dependencies;
  const { database, clock, jobs } = shared;
  const source = new ChatSource({ database, clock });
  const realtime = registerRealtime(app, { bus, clock, source, settings });
  const chat: ChatContext = {
    ...shared,
    bus,
    realtime,
    rateWindows: app.rateWindows,
    writer: new MessageWriter(database, (channelId, events) =>
      realtime.toChannel(channelId, ...events),
    ),
    ownOrigins: [siteOrigin(settings)],
    maxFiles: settings.UPLOAD_MAX_FILES,
  };

  registerLinkPreviews(chat, fetch);
  addLinkImages(app, database);
  exportChat(database, clock, accountData);
  accountData.onDeletion(async (transaction, userId, { byAdministrator }) => {
    await eraseNoticesBy(chat, transaction, userId);
    const now = new Date(clock.now());
    if (byAdministrator)
      await closeReportsOfSender(chat, transaction, userId, { at: now, by: 'deletion' });
    await eraseClosedReports(transaction, userId);
    await eraseMentionsLater(chat, transaction, { userId });
    const left = await eraseInChat(chat, transaction, { userId, now, leave: true });
    return () => {
      for (const channelId of left)
        realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
    };
  });
  accountData.onSuspension({
    async suspend(transaction, userId, { removeContent, at }) {
      await eraseHooksOf(transaction, userId);
      if (!removeContent) return;
      await closeReportsOfSender(chat, transaction, userId, { at, by: 'suspension' });
      await eraseInChat(chat, transaction, { userId, now: new Date(clock.now()), leave: false });
    },
  });
  jobs.work(eraseOldJob, async () => {
    await eraseOldInvitations(chat);
    await eraseOldLog(chat);
    await eraseOldFollows(chat);
    await eraseCommentsOfErased(chat);
    await closeObsoleteReports(chat);
    await eraseClosedReports(database, null);
    await eraseAbandoned(chat);
  });
  jobs.schedule(eraseOldJob, '23 * * * *', {});
  jobs.work(eraseForwardsJob, ({ messageId }, signal) => eraseForwards(chat, messageId, signal));
  jobs.work(eraseMentionsJob, (mentions) => eraseMentions(chat, mentions));
  jobs.work(eraseInFlightJob, (erasure) => eraseInFlight(chat, erasure));
  jobs.work(eraseRestJob, (erasure, signal) => eraseRest(chat, erasure, signal));
  jobs.work(settleFilesJob, (_payload, signal) => settleFiles(chat, signal));
  jobs.schedule(settleFilesJob, '*/10 * * * *', {});
  registerMessageFiles(chat);
  addChatCalls(app, chat);
  return realtime;
};
