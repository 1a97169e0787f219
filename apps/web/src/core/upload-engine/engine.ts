import { uploadPurposes, type Voice } from '@izgodno/contract/uploads/multipart';
import { MAX_PARALLEL_UPLOADS } from '@izgodno/contract/uploads/limits';
import { createStore, type Store } from '#shared/store.ts';
import { completeConfig, type ConfigState } from './config.ts';
import { createDeliveries } from './delivery.ts';
import { closedDrawer, type Drawer } from './drawer.ts';
import { createDrawerTimers } from './drawer-timers.ts';
import { UploadsDisabledError } from './faults.ts';
import { sentBytes, stepUpload, type UploadEffect, type UploadEvent } from './machine.ts';
import { placeholderId, uploadId } from './naming.ts';
import {
  type KeptUpload,
  type Payload,
  type Stop,
  type Transport,
  type UploadPorts,
} from './ports.ts';
import { statsOf } from './progress.ts';
import { CONFIG_RETRIES, uploadTimings } from './timings.ts';
import { startTransmission } from './transmission.ts';
import { isSettled, type Upload, type UploadFacts } from './upload.ts';
import { validateBatch } from './validation.ts';

export interface NewFile {
  readonly file: Blob;
  readonly name: string;
  readonly voice?: Voice;
}

interface Batch {
  readonly userId: string;
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** The id that its sender made for the message or post. */
  readonly messageId: string;
  readonly files: readonly NewFile[];
}

export interface EngineState {
  readonly config: ConfigState;
  /** In the order in which they were begun. */
  readonly uploads: readonly Upload[];
  readonly drawer: Drawer;
  /** Uploads for which the browser had no room: they end with the page. */
  readonly unkept: ReadonlySet<string>;
}

export interface UploadEngine {
  readonly state: Pick<Store<EngineState>, 'get' | 'subscribe'>;
  /** Asks the server what may be uploaded, and goes on with what an earlier page left of this person's. */
  readonly begin: (userId: string) => Promise<void>;
  /**
   * Begins a batch. Without a person or channel nothing happens, and null is answered.
   *
   * @throws UploadsDisabledError without the server's configuration
   * @throws BatchRefusedError where a file cannot be taken; none is begun then
   */
  readonly add: (batch: Batch) => readonly Upload[] | null;
  readonly cancel: (id: string) => void;
  /** Also what waits for its turn or rests. */
  readonly cancelAll: () => void;
  readonly pause: (id: string) => void;
  readonly resume: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Takes what is over off the list. */
  readonly clear: () => void;
  /** The file of an upload while the page has it. */
  readonly fileOf: (id: string) => Blob | null;
  readonly open: () => void;
  readonly minimise: () => void;
  readonly close: () => void;
  /** The server has given a message its id. */
  readonly messageStored: (messageId: string) => void;
  /** The person is gone: nothing goes on, and nothing of theirs stays in memory. */
  readonly end: (options: { readonly forget: boolean }) => void;
}

/** What the engine holds of an upload beside its state; nothing of it is shown. */
interface UploadSession {
  payload: Payload;
  transmission: AbortController | null;
  phaseTimer: Stop | null;
  dropTimer: Stop | null;
}

const isForMessage = ({ channelId }: UploadFacts): boolean =>
  !uploadPurposes.some((purpose) => purpose === channelId);

const initialState: EngineState = {
  config: { kind: 'loading' },
  uploads: [],
  drawer: closedDrawer,
  unkept: new Set(),
};

/** The upload engine of a page: state machine per upload, scheduler, delivery to messages, and the manager's drawer. */
export const createUploadEngine = (ports: UploadPorts): UploadEngine => {
  const { clock, keep, transports } = ports;
  const store = createStore<EngineState>(initialState);
  const sessions = new Map<string, UploadSession>();
  /** Of messages that an earlier page sent: whoever could say so is gone with it. */
  const earlierIds = new Map<string, string>();
  const serverIdOf = (messageId: string): string | null =>
    ports.messages.serverIdOf(messageId) ?? earlierIds.get(messageId) ?? null;
  const deliveries = createDeliveries({
    ...ports,
    messages: { ...ports.messages, serverIdOf },
    onDelivered: (messageId) => {
      for (const { facts, status } of store.get().uploads) {
        if (facts.messageId === messageId && status === 'completed') unkeep(facts.id);
      }
    },
  });
  let stopNetwork: Stop | null = null;
  let configTimer: Stop | null = null;

  const change = (part: Partial<EngineState>): void => store.set({ ...store.get(), ...part });
  const find = (id: string): Upload | undefined =>
    store.get().uploads.find(({ facts }) => facts.id === id);
  const replace = (upload: Upload): void =>
    change({
      uploads: store
        .get()
        .uploads.map((other) => (other.facts.id === upload.facts.id ? upload : other)),
    });
  const inBackground = (work: Promise<unknown>, message: string): void => {
    work.catch((cause: unknown) => ports.log(message, cause));
  };

  const transportOf = ({ resumable }: UploadFacts): Transport =>
    resumable ? transports.resumable : transports.chunked;

  const isPaced = (): boolean => {
    const { config } = store.get();
    return config.kind === 'ready' && config.config.pacing === 'spec';
  };

  const drawer = createDrawerTimers(clock, {
    get: () => store.get().drawer,
    set: (next) => change({ drawer: next }),
    clearCompleted: () => removeWhere(({ status }) => status === 'completed'),
  });

  const removeWhere = (gone: (upload: Upload) => boolean): void => {
    const { uploads } = store.get();
    for (const upload of uploads) if (gone(upload)) dropSession(upload.facts.id);
    change({ uploads: uploads.filter((upload) => !gone(upload)) });
  };

  const dropSession = (id: string): void => {
    const session = sessions.get(id);
    session?.transmission?.abort();
    session?.phaseTimer?.();
    session?.dropTimer?.();
    sessions.delete(id);
  };

  const transmit = (upload: Upload, session: UploadSession): void => {
    const { id } = upload.facts;
    session.transmission = startTransmission(transportOf(upload.facts), session.payload, {
      report: (event) => dispatch(id, event),
      onResumeUrl: (resumeUrl) => {
        session.payload = { ...session.payload, resumeUrl };
        inBackground(keep.update(id, { resumeUrl }), 'An upload could not be kept');
      },
      log: ports.log,
    });
  };

  const perform = (upload: Upload, session: UploadSession, effect: UploadEffect): void => {
    const { id } = upload.facts;
    switch (effect.kind) {
      case 'show-phase':
        session.phaseTimer = clock.after(effect.ms, () => dispatch(id, { kind: 'phase-over' }));
        return;
      case 'transmit':
        transmit(upload, session);
        return;
      case 'halt':
        session.transmission?.abort();
        return;
      case 'abandon':
        session.transmission?.abort();
        transportOf(upload.facts).abandon(session.payload);
        return;
      case 'discard':
        ports.discard(effect.answer.fileId);
    }
  };

  const unkeep = (id: string): void =>
    inBackground(keep.remove(id), 'An upload could not be let go');

  /** Nothing will come of it any more, here or after a reload. */
  const letGo = (facts: UploadFacts): void => {
    const session = sessions.get(facts.id);
    if (session !== undefined) transportOf(facts).abandon(session.payload);
    unkeep(facts.id);
  };

  const forgetLater = (upload: Upload, session: UploadSession): void => {
    const { id } = upload.facts;
    if (upload.status !== 'completed' && upload.status !== 'cancelled') return;
    // A message must get its files even if the page ends now: until it has them they are kept.
    if (upload.status === 'completed' && isForMessage(upload.facts)) {
      const { answer } = upload;
      inBackground(keep.update(id, { answer }), 'A finished upload could not be kept');
    } else {
      unkeep(id);
    }
    session.dropTimer = clock.after(
      upload.status === 'completed' ? uploadTimings.dropCompletedMs : uploadTimings.dropCancelledMs,
      () => dropSession(id),
    );
  };

  const dispatch = (id: string, event: UploadEvent): void => {
    const before = find(id);
    const session = sessions.get(id);
    if (before === undefined || session === undefined) return;
    const { upload, effects } = stepUpload(before, event, { now: clock.now(), paced: isPaced() });
    if (upload === before) return;
    replace(upload);
    if (upload.status !== before.status) {
      session.phaseTimer?.();
      session.phaseTimer = null;
    }
    for (const effect of effects) perform(upload, session, effect);
    if (upload.status === before.status) return;
    if (upload.status === 'paused' || before.status === 'paused') {
      const kept = { paused: upload.status === 'paused', confirmedBytes: sentBytes(upload) };
      inBackground(keep.update(id, kept), 'A pause could not be kept');
    }
    if (isSettled(upload)) {
      forgetLater(upload, session);
      deliverWhenSettled(upload.facts.messageId);
    }
    schedule();
    tellDrawerOfUploads();
  };

  const tellDrawerOfUploads = (): void => {
    const stats = statsOf(store.get().uploads);
    drawer.tell({
      kind: 'uploads-changed',
      active: stats.uploading > 0,
      completed: stats.completed > 0,
    });
  };

  const schedule = (): void => {
    const { uploads } = store.get();
    const active = new Map<string, number>();
    for (const { facts, status } of uploads) {
      if (status === 'uploading') active.set(facts.batchId, (active.get(facts.batchId) ?? 0) + 1);
    }
    // One at a time: each start schedules again.
    const next = uploads.find(
      ({ facts, status }) =>
        status === 'queued' && (active.get(facts.batchId) ?? 0) < MAX_PARALLEL_UPLOADS,
    );
    if (next !== undefined) dispatch(next.facts.id, { kind: 'started' });
  };

  const deliverWhenSettled = (messageId: string): void => {
    const ofMessage = store
      .get()
      .uploads.filter(({ facts }) => facts.messageId === messageId && isForMessage(facts));
    if (!ofMessage.every(isSettled)) return;
    const fileUrls = ofMessage
      .toSorted((one, other) => one.facts.index - other.facts.index)
      .flatMap((upload) => (upload.status === 'completed' ? [upload.answer.fileUrl] : []));
    if (fileUrls.length > 0) deliveries.deliver(messageId, fileUrls);
  };

  const admit = (upload: Upload, payload: Payload): void => {
    sessions.set(upload.facts.id, {
      payload,
      transmission: null,
      phaseTimer: null,
      dropTimer: null,
    });
    change({ uploads: [...store.get().uploads, upload] });
  };

  const keepForLater = async (payload: Payload): Promise<void> => {
    const { id, messageId } = payload.facts;
    const kept = await keep.put({
      ...payload,
      confirmedBytes: 0,
      paused: false,
      answer: null,
      serverMessageId: null,
    });
    if (!kept && find(id) !== undefined) {
      change({ unkept: new Set([...store.get().unkept, id]) });
    }
    // What became known while a large file was being written down found nothing to change.
    const resumeUrl = sessions.get(id)?.payload.resumeUrl ?? null;
    const serverMessageId = serverIdOf(messageId);
    if (kept && (resumeUrl !== null || serverMessageId !== null)) {
      await keep.update(id, { resumeUrl, serverMessageId });
    }
  };

  const keepServerId = (messageId: string): void => {
    const serverMessageId = serverIdOf(messageId);
    for (const { facts } of store.get().uploads) {
      if (facts.messageId !== messageId || !facts.resumable) continue;
      inBackground(keep.update(facts.id, { serverMessageId }), 'A message’s id could not be kept');
    }
  };

  const takeUp = (kept: KeptUpload): void => {
    const { confirmedBytes, paused, answer, serverMessageId, ...payload } = kept;
    const { facts } = payload;
    if (serverMessageId !== null) earlierIds.set(facts.messageId, serverMessageId);
    if (find(facts.id) !== undefined) return;
    const prepared = payload.resumeUrl !== null;
    if (answer !== null) {
      admit({ facts, status: 'completed', answer, completedAt: clock.now() }, payload);
    } else if (paused) {
      admit({ facts, status: 'paused', confirmedBytes }, payload);
    } else {
      admit({ facts, status: 'queued', prepared, confirmedBytes }, payload);
    }
  };

  const readConfig = async (tries = 0): Promise<void> => {
    try {
      change({ config: completeConfig(await ports.readConfig()) });
    } catch (cause) {
      ports.log('The upload configuration could not be read', cause);
      change({ config: { kind: 'disabled', fault: 'not-loaded' } });
      const delay = CONFIG_RETRIES[Math.min(tries, CONFIG_RETRIES.length - 1)] ?? 0;
      configTimer = clock.after(delay, () => void readConfig(tries + 1));
    }
  };

  /** What waits or rests is cancelled by way of `uploading`, from where alone it may be. */
  const cancel = (id: string): void => {
    dispatch(id, { kind: 'resumed' });
    dispatch(id, { kind: 'started' });
    dispatch(id, { kind: 'cancelled' });
  };

  return {
    state: store,
    begin: async (userId) => {
      stopNetwork ??= ports.onNetwork((online) => {
        for (const { facts } of store.get().uploads)
          dispatch(facts.id, { kind: 'network', online });
        if (online) deliveries.tryAgain();
      });
      configTimer?.();
      await readConfig();
      const found = await keep.claim(userId).catch((cause: unknown) => {
        ports.log('Uploads of an earlier page could not be read', cause);
        return [];
      });
      for (const kept of found) takeUp(kept);
      for (const { facts } of found) deliverWhenSettled(facts.messageId);
      if (found.length > 0) drawer.tell({ kind: 'uploads-began' });
      schedule();
    },
    add: ({ userId, channelId, messageId, files }) => {
      if (userId === '' || channelId === '' || files.length === 0) return null;
      const { config: state, uploads } = store.get();
      if (state.kind === 'loading') throw new UploadsDisabledError('not-initialized');
      if (state.kind === 'disabled') throw new UploadsDisabledError(state.fault);
      const { config } = state;
      const held = uploads.filter(({ facts }) => facts.messageId === messageId);
      validateBatch(
        files.map(({ file, name }) => ({ name, size: file.size, type: file.type })),
        held.length,
        config,
      );
      const first = Math.max(-1, ...held.map(({ facts }) => facts.index)) + 1;
      const begun = files.map(({ file, name, voice }, place): Upload => {
        const index = first + place;
        const facts: UploadFacts = {
          id: uploadId(messageId, index),
          placeholderId: placeholderId(messageId, index, { name, size: file.size }),
          batchId: `${messageId}_${first}`,
          index,
          userId,
          channelId,
          messageId,
          fileName: name,
          fileSize: file.size,
          mimeType: file.type,
          chunkSize: config.chunkSize,
          resumable: config.uploadMethod === 'resumable',
        };
        const upload: Upload = { facts, status: 'queued', prepared: false, confirmedBytes: 0 };
        const payload: Payload = { facts, file, voice: voice ?? null, resumeUrl: null };
        admit(upload, payload);
        if (facts.resumable) {
          inBackground(keepForLater(payload), 'An upload could not be kept');
        }
        return upload;
      });
      drawer.tell({ kind: 'uploads-began' });
      schedule();
      return begun;
    },
    cancel: (id) => {
      if (find(id)?.status === 'uploading') dispatch(id, { kind: 'cancelled' });
    },
    cancelAll: () => {
      for (const { facts } of store.get().uploads.filter((upload) => !isSettled(upload))) {
        cancel(facts.id);
      }
    },
    pause: (id) => dispatch(id, { kind: 'paused' }),
    resume: (id) => dispatch(id, { kind: 'resumed' }),
    retry: (id) => dispatch(id, { kind: 'retried' }),
    clear: () => {
      for (const { facts, status } of store.get().uploads) {
        if (status === 'error') letGo(facts);
      }
      removeWhere(isSettled);
    },
    fileOf: (id) => sessions.get(id)?.payload.file ?? null,
    open: () => drawer.tell({ kind: 'opened' }),
    minimise: () => drawer.tell({ kind: 'minimised' }),
    close: () => drawer.tell({ kind: 'closed' }),
    messageStored: (messageId) => {
      keepServerId(messageId);
      deliveries.messageStored(messageId);
    },
    end: ({ forget }) => {
      for (const { facts, status } of store.get().uploads) {
        if (forget && status === 'completed') unkeep(facts.id);
        else if (forget) letGo(facts);
        dropSession(facts.id);
      }
      stopNetwork?.();
      stopNetwork = null;
      configTimer?.();
      drawer.stop();
      deliveries.stop();
      earlierIds.clear();
      store.set(initialState);
    },
  };
};
