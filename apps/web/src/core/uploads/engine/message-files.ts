import { createDeliveries } from './delivery.ts';
import type { EngineStore } from './engine-state.ts';
import type { Keeping } from './keeping.ts';
import type { UploadPorts } from './ports.ts';
import { isForMessage, isSettled, type CompletedUpload, type Upload } from './upload.ts';

export interface MessageFiles {
  /** The server's id of a message; null while it has none. */
  readonly serverIdOf: (messageId: string) => string | null;
  /** Of a message that an earlier page sent: whoever could say so is gone with it. */
  readonly rememberServerId: (messageId: string, serverId: string) => void;
  /** Holds on to what is completed until its message has it. */
  readonly hold: (upload: Upload) => void;
  /** Brings a message its files, once nothing more comes of its uploads. */
  readonly deliver: (messageId: string) => void;
  /** The server has given a message its id. */
  readonly messageStored: (messageId: string) => void;
  /** The network is back: what could not be brought is tried again. */
  readonly tryAgain: () => void;
  /** Nothing more is brought; with `forget` nothing is kept for the next page either. */
  readonly end: (options: { readonly forget: boolean }) => void;
}

/** The addresses of a message's files in their order. */
const fileUrlsOf = (ofMessage: readonly Upload[]): readonly string[] =>
  ofMessage
    .toSorted((one, other) => one.facts.index - other.facts.index)
    .flatMap((upload) => (upload.status === 'completed' ? [upload.answer.fileUrl] : []));

/** Brings messages the files that were uploaded for them. */
export const createMessageFiles = (
  ports: Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'>,
  store: EngineStore,
  keeping: Keeping,
): MessageFiles => {
  const earlierIds = new Map<string, string>();
  /** Completed, and not in its message yet: it may leave the list before the message's last file is there. */
  const held = new Map<string, CompletedUpload>();

  const serverIdOf = (messageId: string): string | null =>
    ports.messages.serverIdOf(messageId) ?? earlierIds.get(messageId) ?? null;

  const deliveries = createDeliveries({
    ...ports,
    messages: { ...ports.messages, serverIdOf },
    onDelivered: (messageId) => {
      for (const { facts } of held.values()) {
        if (facts.messageId !== messageId) continue;
        held.delete(facts.id);
        keeping.letGo(facts.id);
      }
    },
  });

  /** The message's uploads, those that have left the list among them. */
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
    rememberServerId: (messageId, serverId) => earlierIds.set(messageId, serverId),
    hold: (upload) => {
      const { facts } = upload;
      if (upload.status === 'completed' && isForMessage(facts)) held.set(facts.id, upload);
    },
    deliver: (messageId) => {
      const ofMessage = uploadsOf(messageId).filter(({ facts }) => isForMessage(facts));
      if (ofMessage.length === 0 || !ofMessage.every(isSettled)) return;
      // Also where none came through: whoever reads the message learns that no file comes.
      deliveries.deliver(messageId, fileUrlsOf(ofMessage));
    },
    messageStored: (messageId) => {
      for (const { facts } of uploadsOf(messageId)) {
        if (facts.resumable) keeping.keepServerId(facts.id, serverIdOf(messageId));
      }
      deliveries.messageStored(messageId);
    },
    tryAgain: deliveries.tryAgain,
    end: ({ forget }) => {
      for (const id of held.keys()) if (forget) keeping.letGo(id);
      held.clear();
      earlierIds.clear();
      deliveries.stop();
    },
  };
};
