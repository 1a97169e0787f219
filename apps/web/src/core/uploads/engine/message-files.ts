import type { Unsubscribe } from '#shared/store.ts';
import type { EngineStore } from './engine-state.ts';
import type { UploadStorage } from './upload-storage.ts';
import type { UploadPorts } from './ports.ts';
import { isForMessage, isSettled, type Upload } from './upload.ts';
import type { IncompleteMessage } from './upload-reports.ts';
import { UPDATE_RETRIES, uploadTimings } from './timings.ts';

type DeliveryPorts = Pick<UploadPorts, 'clock' | 'messages' | 'announceUrls' | 'log'> & {
  /** The server's id of a message; null while it has none. */
  readonly serverIdOf: (messageId: string) => string | null;
  /** Called when the message has its files, so that nothing more is stored for it. */
  readonly onDelivered: (messageId: string) => void;
};

/**
 * Waits up to 5 s for the server's id of a message, checking every 100 ms, then updates the message
 * (specification, section 4). If the update fails, announces the URLs to the page, and tries again
 * several times. If no id arrives in time, also announces them, and updates the message once the id
 * arrives.
 */
class Deliveries {
  readonly #ports: DeliveryPorts;
  readonly #stops = new Map<string, Unsubscribe>();
  readonly #late = new Map<string, readonly string[]>();
  /** Failed updates in a row, by message. */
  readonly #failures = new Map<string, number>();

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** Adds the URLs of finished files to their message. */
  deliver(messageId: string, fileUrls: readonly string[]): void {
    this.#late.delete(messageId);
    this.#stops.get(messageId)?.();
    this.#attempt(messageId, fileUrls, this.#ports.clock.now() + uploadTimings.messageIdWaitMs);
  }

  /** Delivers files whose delivery failed, or whose wait for the server's id ended without one. */
  deliverLate(messageId: string): void {
    const fileUrls = this.#late.get(messageId);
    if (fileUrls === undefined) return;
    this.#late.delete(messageId);
    this.#attempt(messageId, fileUrls, this.#ports.clock.now());
  }

  /** Retries failed deliveries after the network is back. */
  tryAgain(): void {
    // Deliveries that fail again are added back during the loop.
    const waiting = [...this.#late.keys()];
    for (const messageId of waiting) this.deliverLate(messageId);
  }

  stop(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
    this.#late.clear();
    this.#failures.clear();
  }

  #attempt(messageId: string, fileUrls: readonly string[], until: number): void {
    const { clock, serverIdOf } = this.#ports;
    this.#stops.delete(messageId);
    const serverId = serverIdOf(messageId);
    if (serverId !== null) void this.#update(messageId, serverId, fileUrls);
    else if (clock.now() >= until) this.#announce(messageId, fileUrls);
    else {
      const stop = clock.after(uploadTimings.messageIdPollMs, () =>
        this.#attempt(messageId, fileUrls, until),
      );
      this.#stops.set(messageId, stop);
    }
  }

  async #update(messageId: string, serverId: string, fileUrls: readonly string[]): Promise<void> {
    try {
      await this.#ports.messages.updateFiles(serverId, fileUrls);
      this.#failures.delete(messageId);
      this.#ports.onDelivered(messageId);
    } catch (cause) {
      this.#ports.log('The files of a message could not be updated', cause);
      this.#announce(messageId, fileUrls);
      this.#deliverAgain(messageId);
    }
  }

  #deliverAgain(messageId: string): void {
    const failures = this.#failures.get(messageId) ?? 0;
    this.#failures.set(messageId, failures + 1);
    const delay = UPDATE_RETRIES[failures];
    // The next page delivers what is still stored.
    if (delay === undefined) return;
    const stop = this.#ports.clock.after(delay, () => this.deliverLate(messageId));
    this.#stops.set(messageId, stop);
  }

  #announce(messageId: string, fileUrls: readonly string[]): void {
    this.#late.set(messageId, fileUrls);
    this.#ports.announceUrls(messageId, fileUrls);
  }
}

/** The URLs of a message's files in order. */
const fileUrlsOf = (ofMessage: readonly Upload[]): readonly string[] =>
  ofMessage
    .toSorted((one, other) => one.facts.index - other.facts.index)
    .flatMap((upload) => (upload.status === 'completed' ? [upload.response.fileUrl] : []));

/** Adds uploaded files to their messages. */
export class MessageFiles {
  readonly #store: EngineStore;
  readonly #storage: UploadStorage;
  readonly #deliveries: Deliveries;
  readonly #serverIds = new Map<string, string>();
  /**
   * Uploads that are over while their message does not show it yet. They may leave the list before
   * the message's last file is done.
   */
  readonly #held = new Map<string, Upload>();

  constructor(
    ports: Omit<DeliveryPorts, 'serverIdOf' | 'onDelivered'>,
    store: EngineStore,
    storage: UploadStorage,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#deliveries = new Deliveries({
      ...ports,
      serverIdOf: (messageId) => this.serverIdOf(messageId),
      onDelivered: (messageId) => this.#onDelivered(messageId),
    });
  }

  /** The server's id of a message; null while it has none. */
  serverIdOf(messageId: string): string | null {
    return this.#serverIds.get(messageId) ?? null;
  }

  /**
   * Stores the server's id of a message that an earlier page sent, because this page's chat does
   * not know it.
   */
  rememberServerId(messageId: string, serverId: string): void {
    this.#serverIds.set(messageId, serverId);
  }

  /** Keeps an upload that is over until its message shows it. */
  hold(upload: Upload): void {
    const { facts } = upload;
    if (isSettled(upload) && isForMessage(facts)) this.#held.set(facts.id, upload);
  }

  /** The messages with an id of the server that wait for some of their files. */
  incomplete(): readonly IncompleteMessage[] {
    return [...this.#serverIds].flatMap(([messageId, serverId]) => {
      const uploads = this.#uploadsOf(messageId);
      return uploads.every(isSettled) ? [] : [{ serverId, uploads }];
    });
  }

  /** Updates a message with its files once all its uploads are over. */
  deliver(messageId: string): void {
    const ofMessage = this.#uploadsOf(messageId).filter(({ facts }) => isForMessage(facts));
    if (ofMessage.length === 0 || !ofMessage.every(isSettled)) return;
    // Also runs if every upload failed, so that readers of the message learn that no file comes.
    this.#deliveries.deliver(messageId, fileUrlsOf(ofMessage));
  }

  /** The server has assigned a message its id. */
  messageStored(messageId: string, serverId: string): void {
    this.#serverIds.set(messageId, serverId);
    for (const { facts } of this.#uploadsOf(messageId))
      this.#storage.keepServerId(facts.id, serverId);
    this.#deliveries.deliverLate(messageId);
  }

  /** Retries failed deliveries after the network is back. */
  tryAgain(): void {
    this.#deliveries.tryAgain();
  }

  /** Stops all deliveries; with `evict`, also erases what is stored for the next page. */
  end({ evict }: { readonly evict: boolean }): void {
    for (const id of this.#held.keys()) if (evict) this.#storage.letGo(id);
    this.#held.clear();
    this.#serverIds.clear();
    this.#deliveries.stop();
  }

  #onDelivered(messageId: string): void {
    for (const { facts, status } of this.#held.values()) {
      if (facts.messageId !== messageId) continue;
      this.#held.delete(facts.id);
      // One that failed may be retried.
      if (status === 'completed') this.#storage.letGo(facts.id);
    }
  }

  /** The message's uploads, including those that have left the list. */
  #uploadsOf(messageId: string): readonly Upload[] {
    const listed = this.#store.get().uploads.filter(({ facts }) => facts.messageId === messageId);
    const ids = new Set(listed.map(({ facts }) => facts.id));
    const unlisted = [...this.#held.values()].filter(
      ({ facts }) => facts.messageId === messageId && !ids.has(facts.id),
    );
    return [...listed, ...unlisted];
  }
}
