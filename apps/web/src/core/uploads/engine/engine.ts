import type { Unsubscribe } from '#shared/store.ts';
import { planBatch, type Batch } from './batch.ts';
import { createConfigReader } from './config.ts';
import { createDrawerTimers } from './drawer.ts';
import { createEngineStore, type EngineStore } from './engine-state.ts';
import { UploadsDisabledError } from './errors.ts';
import { createUploadStorage, takenUp } from './upload-storage.ts';
import { createMessageFiles } from './message-files.ts';
import type { StoredUpload, Payload, UploadPorts } from './ports.ts';
import { statsOf } from './progress.ts';
import { createRunner } from './runner.ts';
import { isRejected, isSettled, type Upload, type UploadFacts } from './upload.ts';

export interface UploadEngine {
  readonly state: Pick<EngineStore, 'get' | 'subscribe'>;
  /**
   * Reads the upload configuration, and continues the uploads that an earlier page left for this
   * user.
   */
  readonly begin: (userId: string) => Promise<void>;
  /**
   * Starts a batch. Without a user or channel it does nothing and returns null.
   *
   * @throws UploadsDisabledError without the server's configuration @throws BatchRejectedError if a
   * file is rejected; no upload starts then
   */
  readonly add: (batch: Batch) => readonly Upload[] | null;
  readonly cancel: (id: string) => void;
  /** Includes waiting and paused uploads. */
  readonly cancelAll: () => void;
  readonly pause: (id: string) => void;
  readonly resume: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Removes finished uploads from the list. */
  readonly clear: () => void;
  /** Returns the file of an upload while the page has it. */
  readonly fileOf: (id: string) => Blob | null;
  readonly open: () => void;
  readonly minimise: () => void;
  readonly close: () => void;
  /** The server has assigned a message its id. */
  readonly messageStored: (messageId: string, serverId: string) => void;
  /**
   * The user signed out or the session ended: all uploads stop, and nothing of the user stays in
   * memory.
   */
  readonly end: (options: { readonly evict: boolean }) => void;
}

/**
 * The upload engine of a page: runs uploads, adds them to their messages, and controls the
 * manager's drawer.
 */
export const createUploadEngine = (ports: UploadPorts): UploadEngine => {
  const { clock } = ports;
  const store = createEngineStore();
  const keeping = createUploadStorage(ports, (id) => {
    if (store.find(id) === undefined) return;
    store.change({ unkept: new Set([...store.get().unkept, id]) });
  });
  const config = createConfigReader(ports, (read) => store.change({ config: read }));
  const messageFiles = createMessageFiles(ports, store, keeping);
  let stopNetwork: Unsubscribe | null = null;

  const runner = createRunner(ports, store, {
    onResumeUrl: keeping.keepResumeUrl,
    onStatus: (upload, before) => {
      if (upload.status === 'paused' || before.status === 'paused') keeping.keepPause(upload);
      if (upload.status === 'completed') keeping.keepCompleted(upload);
      messageFiles.hold(upload);
      if (upload.status === 'cancelled' || isRejected(upload)) keeping.letGo(upload.facts.id);
      if (isSettled(upload)) messageFiles.deliver(upload.facts.messageId);
      tellDrawerOfUploads();
    },
  });

  const drawer = createDrawerTimers(clock, {
    get: () => store.get().drawer,
    set: (next) => store.change({ drawer: next }),
    clearCompleted: () => runner.remove(({ status }) => status === 'completed'),
  });

  const tellDrawerOfUploads = (): void => {
    const stats = statsOf(store.get().uploads);
    drawer.tell({
      kind: 'uploads-changed',
      active: stats.uploading > 0,
      completed: stats.completed > 0,
    });
  };

  const showDrawer = (kind: 'uploads-began' | 'opened'): void => {
    drawer.tell({ kind });
    // If all uploads are over, no later event would make it close automatically.
    tellDrawerOfUploads();
  };

  /** Drops an upload for good, here and after a reload. */
  const giveUp = (facts: UploadFacts): void => {
    runner.abandon(facts);
    keeping.letGo(facts.id);
  };

  const keepNew = (payload: Payload): void =>
    keeping.keepNew(payload, messageFiles.serverIdOf(payload.facts.messageId));

  const begin = (payload: Payload): Upload => {
    const { facts } = payload;
    const upload: Upload = { facts, status: 'queued', prepared: false, confirmedBytes: 0 };
    runner.admit(upload, payload);
    keepNew(payload);
    return upload;
  };

  const takeUp = (stored: StoredUpload): void => {
    const { facts, file, voice, resumeUrl, serverMessageId } = stored;
    if (serverMessageId !== null) messageFiles.rememberServerId(facts.messageId, serverMessageId);
    if (store.find(facts.id) !== undefined) return;
    const upload = takenUp(stored, clock.now());
    messageFiles.hold(upload);
    runner.admit(upload, { facts, file, voice, resumeUrl });
  };

  /** Waiting and paused uploads pass through `uploading`, the only status that can be cancelled. */
  const cancelAnyhow = (id: string): void => {
    runner.dispatch(id, { kind: 'resumed' });
    runner.dispatch(id, { kind: 'started' });
    runner.dispatch(id, { kind: 'cancelled' });
  };

  return {
    state: store,
    begin: async (userId) => {
      stopNetwork ??= ports.onNetwork((online) => {
        for (const { facts } of store.get().uploads)
          runner.dispatch(facts.id, { kind: 'network', online });
        if (online) messageFiles.tryAgain();
      });
      await config.read();
      const found = await keeping.claim(userId);
      for (const stored of found) takeUp(stored);
      for (const { facts } of found) messageFiles.deliver(facts.messageId);
      if (found.length > 0) showDrawer('uploads-began');
      runner.schedule();
    },
    add: (batch) => {
      if (batch.userId === '' || batch.channelId === '' || batch.files.length === 0) return null;
      const { config: known, uploads } = store.get();
      if (known.kind === 'loading') throw new UploadsDisabledError('not-initialized');
      if (known.kind === 'disabled') throw new UploadsDisabledError(known.error);
      const begun = planBatch(batch, uploads, known.config).map(begin);
      showDrawer('uploads-began');
      runner.schedule();
      return begun;
    },
    cancel: (id) => {
      if (store.find(id)?.status === 'uploading') runner.dispatch(id, { kind: 'cancelled' });
    },
    cancelAll: () => {
      for (const { facts } of store.get().uploads.filter((upload) => !isSettled(upload))) {
        cancelAnyhow(facts.id);
      }
    },
    pause: (id) => runner.dispatch(id, { kind: 'paused' }),
    resume: (id) => runner.dispatch(id, { kind: 'resumed' }),
    retry: (id) => {
      const payload = runner.payloadOf(id);
      const failed = store.find(id);
      if (payload === null || failed === undefined) return;
      if (isRejected(failed)) keepNew(payload);
      runner.dispatch(id, { kind: 'retried' });
    },
    clear: () => {
      for (const { facts, status } of store.get().uploads) if (status === 'error') giveUp(facts);
      runner.remove(isSettled);
    },
    fileOf: (id) => runner.payloadOf(id)?.file ?? null,
    open: () => showDrawer('opened'),
    minimise: () => drawer.tell({ kind: 'minimised' }),
    close: () => drawer.tell({ kind: 'closed' }),
    messageStored: messageFiles.messageStored,
    end: ({ evict: erase }) => {
      for (const { facts, status } of store.get().uploads) {
        if (erase && status !== 'completed') giveUp(facts);
      }
      messageFiles.end({ evict: erase });
      runner.remove(() => true);
      stopNetwork?.();
      stopNetwork = null;
      config.stop();
      drawer.stop();
      store.reset();
    },
  };
};
