import type { EngineStore } from './engine-state.ts';
import type { UploadStorage } from './upload-storage.ts';
import type { UploadPorts } from './ports.ts';
import { isForMessage, isSettled, type CompletedUpload, type Upload } from './upload.ts';
import { uploadTimings } from './timings.ts';

type DeliveryPorts = Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'> & {
  /** The server's id of a message; null while it has none. */
  readonly serverIdOf: (messageId: string) => string | null;
  /** Called when the message has its files, so that nothing more is stored for it. */
  readonly onDelivered: (messageId: string) => void;
};

interface Deliveries {
  /** Adds the URLs of finished files to their message. */
  readonly deliver: (messageId: string, fileUrls: readonly string[]) => void;
  /**
   * The server has assigned the message an id: files whose wait ended without one are delivered
   * now.
   */
  readonly messageStored: (messageId: string) => void;
  /** Retries failed deliveries after the network is back. */
  readonly tryAgain: () => void;
  readonly stop: () => void;
}

/**
 * Waits up to 5 s for the server's id of a message, checking every 100 ms, then updates the message
 * (specification, section 4). If the update fails, announces the URLs to the page. If no id arrives
 * in time, also announces them, and updates the message once the id arrives.
 */
const createDeliveries = (ports: DeliveryPorts): Deliveries => {
  const { clock, messages, announceUrls, log } = ports;
  const stops = new Map<string, () => void>();
  const late = new Map<string, readonly string[]>();

  const update = async (
    messageId: string,
    serverId: string,
    fileUrls: readonly string[],
  ): Promise<void> => {
    try {
      await messages.updateFiles(serverId, fileUrls);
      ports.onDelivered(messageId);
    } catch (cause) {
      log('The files of a message could not be updated', cause);
      late.set(messageId, fileUrls);
      announceUrls(messageId, fileUrls);
    }
  };

  const attempt = (messageId: string, fileUrls: readonly string[], until: number): void => {
    stops.delete(messageId);
    const serverId = ports.serverIdOf(messageId);
    if (serverId !== null) {
      void update(messageId, serverId, fileUrls);
    } else if (clock.now() >= until) {
      late.set(messageId, fileUrls);
      announceUrls(messageId, fileUrls);
    } else {
      stops.set(
        messageId,
        clock.after(uploadTimings.messageIdPollMs, () => attempt(messageId, fileUrls, until)),
      );
    }
  };

  const bringLate = (messageId: string): void => {
    const fileUrls = late.get(messageId);
    if (fileUrls === undefined) return;
    late.delete(messageId);
    attempt(messageId, fileUrls, clock.now());
  };

  return {
    deliver: (messageId, fileUrls) => {
      late.delete(messageId);
      stops.get(messageId)?.();
      attempt(messageId, fileUrls, clock.now() + uploadTimings.messageIdWaitMs);
    },
    messageStored: bringLate,
    tryAgain: () => {
      // Deliveries that fail again are added back during the loop.
      const waiting = [...late.keys()];
      for (const messageId of waiting) bringLate(messageId);
    },
    stop: () => {
      for (const stop of stops.values()) stop();
      stops.clear();
      late.clear();
    },
  };
};

export interface MessageFiles {
  /** The server's id of a message; null while it has none. */
  readonly serverIdOf: (messageId: string) => string | null;
  /**
   * Stores the server's id of a message that an earlier page sent, because this page's chat does
   * not know it.
   */
  readonly rememberServerId: (messageId: string, serverId: string) => void;
  /** Keeps a completed upload until its message has it. */
  readonly hold: (upload: Upload) => void;
  /** Updates a message with its files once all its uploads are over. */
  readonly deliver: (messageId: string) => void;
  /** The server has assigned a message its id. */
  readonly messageStored: (messageId: string, serverId: string) => void;
  /** Retries failed deliveries after the network is back. */
  readonly tryAgain: () => void;
  /** Stops all deliveries; with `forget`, also erases what is stored for the next page. */
  readonly end: (options: { readonly evict: boolean }) => void;
}

/** The URLs of a message's files in order. */
const fileUrlsOf = (ofMessage: readonly Upload[]): readonly string[] =>
  ofMessage
    .toSorted((one, other) => one.facts.index - other.facts.index)
    .flatMap((upload) => (upload.status === 'completed' ? [upload.answer.fileUrl] : []));

/** Adds uploaded files to their messages. */
export const createMessageFiles = (
  ports: Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'>,
  store: EngineStore,
  keeping: UploadStorage,
): MessageFiles => {
  const serverIds = new Map<string, string>();
  /**
   * Completed uploads whose message does not have them yet. They may leave the list before the
   * message's last file is done.
   */
  const held = new Map<string, CompletedUpload>();

  const serverIdOf = (messageId: string): string | null => serverIds.get(messageId) ?? null;

  const deliveries = createDeliveries({
    ...ports,
    serverIdOf,
    onDelivered: (messageId) => {
      for (const { facts } of held.values()) {
        if (facts.messageId !== messageId) continue;
        held.delete(facts.id);
        keeping.letGo(facts.id);
      }
    },
  });

  /** The message's uploads, including those that have left the list. */
  const uploadsOf = (messageId: string): readonly Upload[] => {
    const listed = store.get().uploads.filter(({ facts }) => facts.messageId === messageId);
    const ids = new Set(listed.map(({ facts }) => facts.id));
    const unlisted = [...held.values()].filter(
      ({ facts }) => facts.messageId === messageId && !ids.has(facts.id),
    );
    return [...listed, ...unlisted];
  };

  return {
    serverIdOf,
    rememberServerId: (messageId, serverId) => serverIds.set(messageId, serverId),
    hold: (upload) => {
      const { facts } = upload;
      if (upload.status === 'completed' && isForMessage(facts)) held.set(facts.id, upload);
    },
    deliver: (messageId) => {
      const ofMessage = uploadsOf(messageId).filter(({ facts }) => isForMessage(facts));
      if (ofMessage.length === 0 || !ofMessage.every(isSettled)) return;
      // Also runs if every upload failed, so that readers of the message learn that no file comes.
      deliveries.deliver(messageId, fileUrlsOf(ofMessage));
    },
    messageStored: (messageId, serverId) => {
      serverIds.set(messageId, serverId);
      for (const { facts } of uploadsOf(messageId)) {
        if (facts.resumable) keeping.keepServerId(facts.id, serverId);
      }
      deliveries.messageStored(messageId);
    },
    tryAgain: deliveries.tryAgain,
    end: ({ evict: erase }) => {
      for (const id of held.keys()) if (erase) keeping.letGo(id);
      held.clear();
      serverIds.clear();
      deliveries.stop();
    },
  };
};
