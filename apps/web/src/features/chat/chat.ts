import { MAX_DELIVERY_MEMBERS } from '@izgodno/contract/chat/receipt-calls';
import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import * as z from 'zod/mini';
import { note } from '#core/log.ts';
import { backoffMs } from '#core/realtime/backoff.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { onReconnect } from '#core/realtime/on-reconnect.ts';
import { followUser } from '#core/session/browser/use-session.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { after, inTime, onResume } from '#shared/browser-events.ts';
import { isThriftyLine } from '#shared/line.ts';
import { byId, ChannelDirectory } from './channels/channel-directory.ts';
import { channelName } from './channels/channel-name.ts';
import { ChatTitle } from './channels/chat-title.ts';
import { lastActiveSave, type InteractionType } from './channels/last-active.ts';
import { MessageLogs } from './messages/message-logs.ts';
import { OutboxSender } from './composer/outbox-sender.ts';
import { Users } from './members/users.ts';
import { followPresence } from './members/presence.ts';
import { followUpdatedUrls } from './messages/updated-urls.ts';
import { DeliveryReports } from './messages/delivery-reports.ts';
import { ReceiptStore } from './messages/receipts.ts';
import { ReadSaver } from './channels/read-saver.ts';
import { CHANNEL_RESTORED_EVENT, ChannelSelection } from './channels/selection.ts';
import {
  fetchActivity,
  fetchChannels,
  fetchDrafts,
  fetchLastActive,
  fetchLastActiveChannel,
  fetchPage as fetchPageCall,
  reportRanges,
  saveDraft,
  saveLastActive,
  saveRead,
  isPassing,
  isUnanswered,
  send,
} from './calls.ts';
import { OfflineChat } from './offline/offline-chat.ts';
import { createOfflineStore } from './offline/offline-store.ts';
import { storesMessages } from './offline/offline-setting.ts';
import { storeChatFiles } from './offline/store-chat-files.ts';
import { ownReactionsIn, pageOfStored, STORED_MESSAGES } from './offline/stored-log.ts';
import { DraftSync } from './composer/draft-sync.ts';
import { eraseDrafts, keepDraft, readDrafts } from './composer/drafts.ts';
import { createOutboxStore } from './composer/outbox-store.ts';

/** Failures of the chat's context are only logged (specification, section 8). */
const log = note;

/** The event's payload; any part of the page, or an extension, may send one. */
const restoredChannelSchema = z.object({ channelId: z.string(), source: z.string() });

/** How long the chat waits for what is stored, in milliseconds. */
const STORE_PATIENCE_MS = 1_000;

let userId: string | null = null;

const deliveries = new DeliveryReports({
  report: reportRanges,
  isCounted: (channelId) =>
    (directory.state.get().channels.get(channelId)?.memberCount ?? Infinity) <=
    MAX_DELIVERY_MEMBERS,
  after,
  log,
});

/** A page of messages, which this device has then received. Throws if the server is unreachable. */
const fetchPage: typeof fetchPageCall = async (...wish) => {
  const page = await fetchPageCall(...wish);
  deliveries.take(page.messages);
  return page;
};

const pauseMs = (failures: number): number => backoffMs(failures, Math.random());

/** For parts that repeat a read which failed because of the connection. */
const retryPorts = { after, pauseMs, isPassing, log };

/** The messages on this device, for use without a connection. */
export const offline: OfflineChat = new OfflineChat({
  store: createOfflineStore(),
  fetchNewest: (channelId) => fetchPage(channelId, { kind: 'newest' }, STORED_MESSAGES),
  openLog: (channelId) => {
    const log = logs.state.get().logs.get(channelId);
    return log?.loaded === true && !logs.isBehind(channelId) ? log : undefined;
  },
  isThrifty: isThriftyLine,
  directory: () => {
    const { channels, lastActive } = directory.state.get();
    return { channels: [...channels.values()], lastActive: Object.fromEntries(lastActive) };
  },
  send: (frame) => realtime.send(frame),
  after,
  pauseMs,
  log,
});

export const logs = new MessageLogs({
  fetchPage: (channelId, wish) => fetchPage(channelId, wish),
  readStored: async (channelId) => {
    const stored = await offline.read(channelId);
    return stored === null
      ? null
      : { ...pageOfStored(stored), ownReactions: ownReactionsIn(stored, userId) };
  },
  send: (frame) => realtime.send(frame),
  ...retryPorts,
});

export const directory = new ChannelDirectory({
  fetchChannels: async () => {
    const channels = await fetchChannels();
    offline.channelsRead(channels);
    return channels;
  },
  readStored: async () => {
    const stored = await offline.readDirectory();
    return (
      stored && {
        channels: byId(stored.channels),
        lastActive: new Map(Object.entries(stored.lastActive)),
      }
    );
  },
  fetchLastActive: async () => (userId === null ? new Map() : fetchLastActive(userId)),
  fetchAll: fetchActivity,
  probeAll: async (...asked) => (await import('./probe-all.ts')).probeAll(...asked),
  isUnanswered,
  ...retryPorts,
});

export const users = new Users(after);

export const receipts = new ReceiptStore();

export const outbox = new OutboxSender({
  send,
  keep: createOutboxStore(),
  after,
  pauseMs,
  onReachable: (listener) => {
    const stops = [onResume(listener), realtime.connected.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  onStored: (message) => {
    logs.take(message);
    directory.receive({ type: 'message.created', data: { message } });
    uploads.act((engine) => engine.messageStored(message.clientId, message.id));
  },
  log,
});

export const drafts = new DraftSync({
  read: readDrafts,
  keep: keepDraft,
  fetchAll: fetchDrafts,
  store: saveDraft,
  ...retryPorts,
});

const nameOf = (channelId: string | null): string | null => {
  const channel = channelId === null ? undefined : directory.state.get().channels.get(channelId);
  return channel === undefined ? null : channelName(channel, userId);
};

/** How long a read last active channel serves, in milliseconds. */
const LAST_CHANNEL_MS = 10_000;

let lastChannel: { readonly at: number; readonly id: Promise<string | null> } | null = null;

/**
 * The last active channel; null if there is none. The title and the selection need it when the chat
 * starts, and share one request. Throws if it cannot be read.
 */
export const readLastChannel = (): Promise<string | null> => {
  if (userId === null) return Promise.resolve(null);
  const now = performance.now();
  if (lastChannel === null || now - lastChannel.at > LAST_CHANNEL_MS)
    lastChannel = { at: now, id: fetchLastActiveChannel(userId) };
  return lastChannel.id;
};

export const title = new ChatTitle(after, async () => nameOf(await readLastChannel()));

/** Stores the newest message of a channel as last active. Failures are only logged. */
export const saveNewest = async (
  channelId: string,
  interactionType: InteractionType,
): Promise<void> => {
  const held = logs.logOf(channelId);
  const newest =
    held.messages.get(held.lastSeq)?.id ??
    directory.state.get().activity.get(channelId)?.latestMessageId ??
    null;
  const save = lastActiveSave(userId, channelId, newest, interactionType);
  if (save === null) return;
  directory.setLastActive(channelId, save.messageId);
  await saveLastActive(save, Date.now()).catch((cause: unknown) =>
    log('The last active message could not be saved', cause),
  );
};

export const selection = new ChannelSelection({
  now: () => Date.now(),
  after,
  save: (channelId) => void saveNewest(channelId, 'channel_selection'),
});

const readSaver = new ReadSaver({
  positionOf: (channelId) => directory.state.get().channels.get(channelId)?.membership ?? null,
  store: saveRead,
  isPassing,
  after,
  log,
});

/** Marks a channel as read up to `seq`, here at once and on the server. */
export const markRead = (channelId: string, seq: number): void => {
  const known = directory.state.get().channels.get(channelId);
  if (known === undefined || seq <= known.membership.readSeq) return;
  const { unreadMarks } = known.membership;
  directory.moveTo(channelId, { readSeq: seq, unreadMarks });
  readSaver.save(channelId);
};

/** Writes a message. It is stored first, so that it survives a reload. Returns its client id. */
export const write = async (
  given: {
    readonly channelId: string;
    readonly text: string;
    readonly attachments?: readonly NewAttachment[];
    readonly replyTo?: string | null;
  },
  clientId: string = crypto.randomUUID(),
): Promise<string | null> => {
  if (userId === null) return null;
  await outbox.write({
    clientId,
    userId,
    channelId: given.channelId,
    text: given.text,
    attachments: given.attachments ?? [],
    replyTo: given.replyTo ?? null,
    createdAt: new Date().toISOString(),
  });
  return clientId;
};

/** Opens what is stored. The chat does not wait long for it, because it works without. */
const beginOffline = async (id: string): Promise<void> => {
  if (!storesMessages.get()) return;
  try {
    await inTime(offline.begin(id), STORE_PATIENCE_MS);
  } catch (cause) {
    log('Stored messages could not be opened in time', cause);
  }
  storeChatFiles();
};

/** Applies the user's choice whether this device stores messages. */
const followSetting = (): void => {
  if (userId === null) return;
  if (!storesMessages.get()) offline.end(true);
  else void beginOffline(userId).then(() => directory.reload());
};

const begin = async (id: string): Promise<void> => {
  userId = id;
  title.signedIn();
  drafts.begin(id);
  realtime.start();
  const sending = outbox.begin(id);
  // The channels need what is stored if the server is unreachable.
  await beginOffline(id);
  await Promise.all([directory.begin(id), sending]);
};

const end = (erase: boolean): void => {
  userId = null;
  lastChannel = null;
  realtime.stop();
  title.signedOut();
  selection.dispatch({ kind: 'signed-out' });
  directory.end();
  logs.end();
  users.end();
  drafts.end();
  receipts.end();
  readSaver.end();
  deliveries.end();
  offline.end(erase);
  if (erase) eraseDrafts();
  outbox.end({ evict: erase });
};

let isStarted = false;

/**
 * Runs the chat for the life of the page. Every part that shows the chat calls it; the first call
 * counts. Importing a module of the chat has no effect.
 */
export const startChat = (): void => {
  if (isStarted) return;
  isStarted = true;
  realtime.resumeFrom(() => logs.seen());
  realtime.connected.subscribe(() => {
    if (!realtime.connected.get()) return;
    readSaver.tryAgain();
    // Also the first read of the drafts.
    void drafts.refresh();
  });
  onReconnect(() => void directory.reload());
  realtime.listen((received) => {
    // Before the logs, which read again what the server no longer has the changes of.
    offline.receive(received);
    logs.receive(received);
    directory.receive(received);
    users.receive(received);
    drafts.receive(received);
    receipts.receive(received);
    deliveries.receive(received);
  });

  window.addEventListener(CHANNEL_RESTORED_EVENT, (event) => {
    const detail = restoredChannelSchema.safeParse(event instanceof CustomEvent && event.detail);
    if (detail.success) selection.dispatch({ kind: 'announced', ...detail.data });
  });
  directory.state.subscribe(() => {
    if (directory.state.get().status === 'ready') offline.directoryChanged();
  });
  storesMessages.subscribe(followSetting);
  followPresence();
  followUpdatedUrls();
  // Signing out erases the stored messages; an expired session keeps them for the next sign-in.
  followUser((id) => void begin(id), end);
};
