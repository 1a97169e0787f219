import type { UploadPorts } from './ports.ts';
import { uploadTimings } from './timings.ts';

type DeliveryPorts = Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'> & {
  /** The server's id of a message; null while it has none. */
  readonly serverIdOf: (messageId: string) => string | null;
  /** Called when the message has its files, so that nothing more is stored for it. */
  readonly onDelivered: (messageId: string) => void;
};

export interface Deliveries {
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
