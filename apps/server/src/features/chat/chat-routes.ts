import type { FastifyInstance } from 'fastify';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as findCalls from '@izgodno/contract/chat/find-calls';
import * as draftCalls from '@izgodno/contract/chat/draft-calls';
import * as hookCalls from '@izgodno/contract/chat/hook-calls';
import * as invitationCalls from '@izgodno/contract/chat/invitation-calls';
import * as commentCalls from '@izgodno/contract/chat/comment-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import * as receiptCalls from '@izgodno/contract/chat/receipt-calls';
import * as savedCalls from '@izgodno/contract/chat/saved-calls';
import * as threadCalls from '@izgodno/contract/chat/thread-calls';
import * as unreadCalls from '@izgodno/contract/chat/unread-calls';
import { reportUploads as reportUploadsCall } from '@izgodno/contract/chat/upload-calls';
import * as userCalls from '@izgodno/contract/chat/user-calls';
import { addCallReadingAhead, createCallAdder } from '#platform/http/add-call.ts';
import * as channels from './channels/channels.ts';
import * as hooks from './channels/hooks.ts';
import { openDirect } from './channels/open-direct.ts';
import { updateChannel } from './channels/update-channel.ts';
import type { ChatContext } from './chat-context.ts';
import * as comments from './comments/comments.ts';
import * as drafts from './drafts/drafts.ts';
import * as bans from './members/bans.ts';
import { listChannelLog } from './members/channel-log.ts';
import * as invitations from './members/invitations.ts';
import * as members from './members/members.ts';
import * as positions from './members/read-positions.ts';
import { getUnreadReasons } from './members/unread-reasons.ts';
import * as users from './members/users.ts';
import { forwardMessage } from './messages/forward-message.ts';
import { addFilesCalls, reportUploads } from './messages/message-files.ts';
import { deleteMessage } from './messages/messages.ts';
import * as reactions from './messages/reactions.ts';
import * as reading from './messages/read-messages.ts';
import * as receipts from './messages/receipts.ts';
import * as reports from './messages/reports.ts';
import * as saved from './saved/saved-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import * as threads from './threads/threads.ts';
import { findEverywhere } from './search/find-everywhere.ts';
import { searchMessages } from './search/search-messages.ts';

const addChannelCalls = (app: FastifyInstance, chat: ChatContext): void => {
  const add = createCallAdder(app, chat);

  add(channelCalls.listChannels, channels.listChannels);
  add(channelCalls.browseChannels, channels.browseChannels);
  add(channelCalls.createChannel, channels.createChannel);
  add(channelCalls.openDirect, openDirect);
  add(channelCalls.getActivity, channels.getActivity);
  add(channelCalls.getChannel, channels.getChannel);
  add(channelCalls.updateChannel, updateChannel);
  add(channelCalls.listMembers, members.listMembers);
  add(channelCalls.addMember, members.addMember);
  add(channelCalls.removeMember, members.removeMember);
  add(channelCalls.setChannelPreferences, members.setChannelPreferences);
  add(channelCalls.markRead, positions.markRead);
  add(channelCalls.markUnread, positions.markUnread);
  add(channelCalls.markAllRead, positions.markAllRead);
  add(unreadCalls.getUnreadReasons, getUnreadReasons);
  add(receiptCalls.reportReceived, receipts.reportReceived);
  add(channelCalls.listPins, reading.listPins);
  add(channelCalls.listChannelFiles, reading.listChannelFiles);

  add(hookCalls.listHooks, hooks.listHooks);
  add(hookCalls.createHook, hooks.createHook);
  add(hookCalls.deleteHook, hooks.deleteHook);
  add(hookCalls.postByHook, hooks.postByHook);

  add(invitationCalls.listInvitations, invitations.listInvitations);
  add(invitationCalls.listPendingInvitations, invitations.listPendingInvitations);

  add(moderationCalls.updateMember, members.updateMember);
  add(moderationCalls.listBans, bans.listBans);
  add(moderationCalls.banMember, bans.banMember);
  add(moderationCalls.unbanMember, bans.unbanMember);
  add(moderationCalls.listChannelLog, listChannelLog);
  add(moderationCalls.reportMessage, reports.reportMessage);
  add(moderationCalls.listMessageReports, reports.listMessageReports);
  add(moderationCalls.closeMessageReports, reports.closeMessageReports);
};

const addMessageCalls = (app: FastifyInstance, chat: ChatContext): void => {
  const add = createCallAdder(app, chat);

  add(messageCalls.listMessages, reading.listMessages);
  add(findCalls.findMessageAt, reading.findMessageAt);
  addCallReadingAhead(app, messageCalls.sendMessage, sendMessage(chat));
  add(messageCalls.forwardMessage, forwardMessage);
  add(messageCalls.getMessage, reading.getMessage);
  void app.register((filing) => addFilesCalls(filing, chat));
  add(reportUploadsCall, reportUploads);
  add(messageCalls.deleteMessage, deleteMessage);
  add(messageCalls.addReaction, reactions.addReaction);
  add(messageCalls.removeReaction, reactions.removeReaction);
  add(messageCalls.pinMessage, reactions.pinMessage);
  add(messageCalls.unpinMessage, reactions.unpinMessage);
  add(messageCalls.getThread, reading.getThread);
  add(findCalls.searchMessages, searchMessages);
  add(findCalls.findEverywhere, findEverywhere);

  add(threadCalls.listFollowedThreads, threads.listFollowedThreads);
  add(threadCalls.getFollowedThread, threads.getFollowedThread);
  add(threadCalls.followThread, threads.followThread);
  add(threadCalls.unfollowThread, threads.unfollowThread);
  add(threadCalls.markThreadRead, threads.markThreadRead);

  add(receiptCalls.getReceipts, receipts.getReceipts);
  add(savedCalls.listSavedMessages, saved.listSavedMessages);
  add(savedCalls.saveMessage, saved.saveMessage);
  add(savedCalls.unsaveMessage, saved.unsaveMessage);
  add(draftCalls.listDrafts, drafts.listDrafts);
  add(draftCalls.storeDraft, drafts.storeDraft);

  add(commentCalls.listComments, comments.listComments);
  add(commentCalls.addComment, comments.addComment);
  add(commentCalls.updateComment, comments.updateComment);
  add(commentCalls.deleteComment, comments.deleteComment);
};

const addUserCalls = (app: FastifyInstance, chat: ChatContext): void => {
  const add = createCallAdder(app, chat);

  add(userCalls.getLastActiveChannel, users.getLastActiveChannel);
  add(userCalls.getChatProfile, users.getChatProfile);
  add(userCalls.saveLastActiveMessage, users.saveLastActiveMessage);
  add(userCalls.findUsers, users.findUsers);
  add(userCalls.getPresence, users.getPresence);
  add(userCalls.getStatus, users.getStatus);
  add(userCalls.setStatus, users.setStatus);
};

export const addChatCalls = (app: FastifyInstance, chat: ChatContext): void => {
  addChannelCalls(app, chat);
  addMessageCalls(app, chat);
  addUserCalls(app, chat);
};
