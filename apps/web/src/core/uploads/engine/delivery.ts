import type { UploadPorts } from './ports.ts';
import { uploadTimings } from './timings.ts';

type DeliveryPorts = Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'> & {
  /** The message has its files: nothing more need be kept for it. */
  readonly onDelivered: (messageId: string) => void;
};

export interface Deliveries {
  /** Brings the addresses of a message's finished files to the message. */
  readonly deliver: (messageId: string, fileUrls: readonly string[]) => void;
  /** The server has given the message its id: files that had waited for it in vain are brought now. */
  readonly messageStored: (messageId: string) => void;
  /** The network is back: what could not be brought is tried again. */
  readonly tryAgain: () => void;
  readonly stop: () => void;
}

/**
 * Waits up to 5 s for the server's id of a message, asking every 100 ms, then updates the message
 * (specification, section 4). Where the update fails, the page is told of the addresses; where no id
 * comes in time, the page shows them too, and the update follows once the id is there.
 */
export const createDeliveries = (ports: DeliveryPorts): Deliveries => {
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
    const serverId = messages.serverIdOf(messageId);
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
      // Those that still cannot be brought are put back meanwhile.
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
