import type { Readable, Unsubscribe } from '#shared/store.ts';
import { planBatch, type Batch } from './batch.ts';
import { DrawerTimers } from './drawer.ts';
import type { EngineState, EngineStore } from './engine-state.ts';
import { BatchRejectedError, UploadsDisabledError } from './errors.ts';
import { takenUp, UploadStorage } from './upload-storage.ts';
import { MessageFiles } from './message-files.ts';
import type { StoredUpload, Payload, UploadPorts } from './ports.ts';
import { statsOf } from './progress.ts';
import { Runner } from './runner.ts';
import { UploadReports } from './upload-reports.ts';
import { isRejected, isSettled, type Upload, type UploadFacts } from './upload.ts';

export interface AcceptedBatch {
  readonly begun: readonly Upload[];
  /** Names the files that were rejected; null if there are none. */
  readonly rejection: BatchRejectedError | null;
}

/**
 * The upload engine of a page: runs uploads, adds them to their messages, and controls the
 * manager's drawer.
 */
export class UploadEngine {
  readonly #ports: UploadPorts;
  readonly #store: EngineStore;
  readonly state: Readable<EngineState>;
  readonly #storage: UploadStorage;
  readonly #messageFiles: MessageFiles;
  readonly #reports: UploadReports;
  readonly #runner: Runner;
  readonly #drawer: DrawerTimers;
  #stopNetwork: Unsubscribe | null = null;
  #userId: string | null = null;

  /** The page reads the configuration into the store. */
  constructor(ports: UploadPorts, store: EngineStore) {
    this.#ports = ports;
    this.#store = store;
    this.state = store;
    this.#storage = new UploadStorage(ports, (id) => {
      if (store.find(id) === undefined) return;
      store.change({ unkept: new Set([...store.get().unkept, id]) });
    });
    this.#messageFiles = new MessageFiles(ports, store, this.#storage);
    this.#reports = new UploadReports(ports, () => this.#messageFiles.incomplete());
    this.#runner = new Runner(ports, store, {
      onResumeUrl: (id, url) => this.#storage.keepResumeUrl(id, url),
      onStatus: (upload, before) => this.#onStatus(upload, before),
    });
    this.#drawer = new DrawerTimers(ports.clock, {
      get: () => store.get().drawer,
      set: (drawer) => store.change({ drawer }),
      clearCompleted: () => this.#runner.remove(({ status }) => status === 'completed'),
    });
  }

  /** Continues the uploads that an earlier page left for this user. */
  async begin(userId: string): Promise<void> {
    this.#userId = userId;
    this.#stopNetwork ??= this.#ports.onNetwork((online) => {
      for (const { facts } of this.state.get().uploads)
        this.#runner.dispatch(facts.id, { kind: 'network', waitsFor: online ? null : 'network' });
      if (online) this.#messageFiles.tryAgain();
    });
    const found = await this.#storage.claim(userId);
    // The session may have ended meanwhile.
    if (this.#userId !== userId) return;
    for (const stored of found) this.#takeUp(stored);
    for (const { facts } of found) this.#messageFiles.deliver(facts.messageId);
    if (found.length > 0) this.#showDrawer('uploads-began');
    this.#runner.schedule();
  }

  /**
   * Starts a batch. Without a user or channel it does nothing and returns null.
   *
   * @throws UploadsDisabledError without the server's configuration @throws BatchRejectedError if a
   * file is rejected; no upload starts then
   */
  add(batch: Batch): readonly Upload[] | null {
    if (batch.userId === '' || batch.channelId === '' || batch.files.length === 0) return null;
    const { config, uploads } = this.state.get();
    if (config.kind === 'loading') throw new UploadsDisabledError('not-initialized');
    if (config.kind === 'disabled') throw new UploadsDisabledError(config.error);
    const begun = planBatch(batch, uploads, config.config).map((payload) => this.#begin(payload));
    this.#showDrawer('uploads-began');
    this.#runner.schedule();
    return begun;
  }

  /** Starts a batch without the files that are rejected. Throws `UploadsDisabledError`. */
  addAccepted(batch: Batch): AcceptedBatch {
    try {
      return { begun: this.add(batch) ?? [], rejection: null };
    } catch (rejection) {
      if (!(rejection instanceof BatchRejectedError)) throw rejection;
      const rejected = new Set(rejection.errors.map(({ index }) => index));
      const files = batch.files.filter((_, index) => !rejected.has(index));
      return { begun: this.add({ ...batch, files }) ?? [], rejection };
    }
  }

  cancel(id: string): void {
    if (this.#store.find(id)?.status === 'uploading') {
      this.#runner.dispatch(id, { kind: 'cancelled' });
    }
  }

  /** Cancels an upload that is not wanted any more, also one that is waiting or paused. */
  withdraw(id: string): void {
    // Waiting and paused ones pass through `uploading`, the only status that can be cancelled.
    for (const kind of ['resumed', 'started', 'cancelled'] as const)
      this.#runner.dispatch(id, { kind });
  }

  /** Includes waiting and paused uploads. */
  cancelAll(): void {
    for (const { facts } of this.state.get().uploads.filter((upload) => !isSettled(upload)))
      this.withdraw(facts.id);
  }

  pause(id: string): void {
    this.#runner.dispatch(id, { kind: 'paused' });
  }

  resume(id: string): void {
    this.#runner.dispatch(id, { kind: 'resumed' });
  }

  retry(id: string): void {
    const payload = this.#runner.payloadOf(id);
    const failed = this.#store.find(id);
    if (payload === null || failed === undefined) return;
    if (isRejected(failed)) this.#keepNew(payload);
    this.#runner.dispatch(id, { kind: 'retried' });
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    for (const { facts, status } of this.state.get().uploads) {
      if (status === 'error') this.#giveUp(facts);
    }
    this.#runner.remove(isSettled);
    if (this.state.get().uploads.length === 0) this.close();
  }

  /** Whether files would be lost, or sent from the start again, if the page ended now. */
  get needsPage(): boolean {
    const { uploads, unkept } = this.state.get();
    return uploads.some(
      (upload) => !isSettled(upload) && (!upload.facts.resumable || unkept.has(upload.facts.id)),
    );
  }

  /** The most bytes of waiting files that the browser stores. */
  get keepLimit(): number {
    return this.#ports.keep.limit();
  }

  /** Returns the file of an upload while the page has it. */
  fileOf(id: string): Blob | null {
    return this.#runner.payloadOf(id)?.file ?? null;
  }

  open(): void {
    this.#showDrawer('opened');
  }

  minimise(): void {
    this.#drawer.dispatch({ kind: 'minimised' });
  }

  close(): void {
    this.#drawer.dispatch({ kind: 'closed' });
  }

  /** The server has assigned a message its id. */
  messageStored(messageId: string, serverId: string): void {
    this.#messageFiles.messageStored(messageId, serverId);
    this.#reports.begin();
  }

  /**
   * The user signed out or the session ended: all uploads stop, and nothing of the user stays in
   * memory.
   */
  end({ evict }: { readonly evict: boolean }): void {
    for (const { facts, status } of this.state.get().uploads) {
      if (evict && status !== 'completed') this.#giveUp(facts);
    }
    this.#userId = null;
    this.#messageFiles.end({ evict });
    this.#reports.end();
    this.#runner.remove(() => true);
    this.#stopNetwork?.();
    this.#stopNetwork = null;
    this.#drawer.stop();
    this.#store.reset();
  }

  #onStatus(upload: Upload, before: Upload): void {
    const { facts, status } = upload;
    if (status === 'paused' || before.status === 'paused') this.#storage.keepPause(upload);
    if (status === 'completed') this.#storage.keepCompleted(upload);
    this.#messageFiles.hold(upload);
    if (status === 'cancelled' || isRejected(upload)) this.#storage.letGo(facts.id);
    if (isSettled(upload)) this.#messageFiles.deliver(facts.messageId);
    if (status === 'cancelled') this.#reports.beginNow();
    else this.#reports.begin();
    this.#notifyDrawer();
  }

  #notifyDrawer(): void {
    const { uploading, completed } = statsOf(this.state.get().uploads);
    const event = { active: uploading > 0, completed: completed > 0 };
    this.#drawer.dispatch({ kind: 'uploads-changed', ...event });
  }

  #showDrawer(kind: 'uploads-began' | 'opened'): void {
    this.#drawer.dispatch({ kind });
    // If all uploads are over, no later event would make it close automatically.
    this.#notifyDrawer();
  }

  /** Drops an upload for good, here and after a reload. */
  #giveUp(facts: UploadFacts): void {
    this.#runner.abandon(facts);
    this.#storage.letGo(facts.id);
  }

  #keepNew(payload: Payload): void {
    this.#storage.keepNew(payload, this.#messageFiles.serverIdOf(payload.facts.messageId));
  }

  #begin(payload: Payload): Upload {
    const { facts } = payload;
    const upload: Upload = { facts, status: 'queued', prepared: false, confirmedBytes: 0 };
    this.#runner.admit(upload, payload);
    this.#keepNew(payload);
    return upload;
  }

  #takeUp(stored: StoredUpload): void {
    const { facts, file, voice, resumeUrl, serverMessageId } = stored;
    if (serverMessageId !== null) {
      this.#messageFiles.rememberServerId(facts.messageId, serverMessageId);
    }
    if (this.#store.find(facts.id) !== undefined) return;
    const upload = takenUp(stored, this.#ports.clock.now());
    this.#messageFiles.hold(upload);
    this.#runner.admit(upload, { facts, file: file ?? new Blob(), voice, resumeUrl });
    if (upload.status === 'error') this.#storage.letGo(facts.id);
  }
}
