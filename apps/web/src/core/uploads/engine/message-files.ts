import { createDeliveries } from './delivery.ts';
import type { EngineStore } from './engine-state.ts';
import type { Keeping } from './keeping.ts';
import type { UploadPorts } from './ports.ts';
import { isForMessage, isSettled, type CompletedUpload, type Upload } from './upload.ts';

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
  readonly end: (options: { readonly forget: boolean }) => void;
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
  keeping: Keeping,
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
    end: ({ forget }) => {
      for (const id of held.keys()) if (forget) keeping.letGo(id);
      held.clear();
      serverIds.clear();
      deliveries.stop();
    },
  };
};
