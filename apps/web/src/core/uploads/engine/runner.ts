import { MAX_PARALLEL_UPLOADS } from '@izgodno/contract/uploads/limits';
import type { Unsubscribe } from '#shared/store.ts';
import type { EngineStore } from './engine-state.ts';
import { stepUpload, type UploadEffect, type UploadEvent } from './machine.ts';
import { type Payload, type Transport, type UploadPorts, TransmissionError } from './ports.ts';
import { uploadTimings } from './timings.ts';
import type { Upload, UploadFacts } from './upload.ts';

interface TransmissionWatcher {
  readonly report: (event: UploadEvent) => void;
  readonly onResumeUrl: (url: string) => void;
  readonly log: (message: string, cause: unknown) => void;
}

/** Sends a file and reports the progress as events. Reports nothing after an abort. */
const startTransmission = (
  transport: Transport,
  payload: Payload,
  watcher: TransmissionWatcher,
): AbortController => {
  const controller = new AbortController();
  const report = (event: UploadEvent): void => {
    if (!controller.signal.aborted) watcher.report(event);
  };
  const run = async (): Promise<void> => {
    try {
      const response = await transport.send(
        payload,
        {
          onProgress: (sentBytes) => report({ kind: 'progressed', sentBytes }),
          onResumeUrl: watcher.onResumeUrl,
          onServerWorking: (phase) => report({ kind: 'server-working', phase }),
        },
        controller.signal,
      );
      report({ kind: 'answered', answer: response });
    } catch (error) {
      if (error instanceof TransmissionError) {
        if (error.reason.kind === 'unreachable') watcher.log('An upload broke off', error);
        report({ kind: 'failed', error: error.reason });
      } else if (!controller.signal.aborted) {
        watcher.log('An upload failed', error);
        report({ kind: 'failed', error: { kind: 'unreachable' } });
      }
    }
  };
  void run();
  return controller;
};

/** What the runner keeps for an upload beside its visible state. */
interface UploadSession {
  payload: Payload;
  transmission: AbortController | null;
  phaseTimer: Unsubscribe | null;
  dropTimer: Unsubscribe | null;
}

export interface RunnerListener {
  /** Called when an upload's status changes. */
  readonly onStatus: (upload: Upload, before: Upload) => void;
  /** Called with the URL to resume an upload at. */
  readonly onResumeUrl: (id: string, url: string) => void;
}

export interface Runner {
  /** Adds an upload to the list. */
  readonly admit: (upload: Upload, payload: Payload) => void;
  readonly dispatch: (id: string, event: UploadEvent) => void;
  /** Starts waiting uploads: at most three of a batch run at once (specification, section 9). */
  readonly schedule: () => void;
  /** The payload of an upload, as long as it is remembered. */
  readonly payloadOf: (id: string) => Payload | null;
  /** Has the server erase an unfinished upload. */
  readonly abandon: (facts: UploadFacts) => void;
  /** Removes uploads from the list and ends their work. */
  readonly remove: (gone: (upload: Upload) => boolean) => void;
}

/** Runs uploads: feeds events to their machines, carries out their effects, and schedules them. */
export const createRunner = (
  {
    clock,
    transports,
    discard,
    log,
  }: Pick<UploadPorts, 'clock' | 'transports' | 'discard' | 'log'>,
  store: EngineStore,
  listener: RunnerListener,
): Runner => {
  const sessions = new Map<string, UploadSession>();

  const transportOf = ({ resumable }: UploadFacts): Transport =>
    resumable ? transports.resumable : transports.chunked;

  const isPaced = (): boolean => {
    const { config } = store.get();
    return config.kind === 'ready' && config.config.pacing === 'spec';
  };

  const drop = (id: string): void => {
    const session = sessions.get(id);
    session?.transmission?.abort();
    session?.phaseTimer?.();
    session?.dropTimer?.();
    sessions.delete(id);
  };

  const transmit = ({ facts }: Upload, session: UploadSession): void => {
    session.transmission = startTransmission(transportOf(facts), session.payload, {
      report: (event) => dispatch(facts.id, event),
      onResumeUrl: (resumeUrl) => {
        session.payload = { ...session.payload, resumeUrl };
        listener.onResumeUrl(facts.id, resumeUrl);
      },
      log,
    });
  };

  const perform = (upload: Upload, session: UploadSession, effect: UploadEffect): void => {
    switch (effect.kind) {
      case 'show-phase':
        session.phaseTimer = clock.after(effect.ms, () =>
          dispatch(upload.facts.id, { kind: 'phase-over' }),
        );
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
        discard(effect.answer.fileId);
    }
  };

  const dropLater = (upload: Upload, session: UploadSession): void => {
    if (upload.status !== 'completed' && upload.status !== 'cancelled') return;
    session.dropTimer = clock.after(
      upload.status === 'completed' ? uploadTimings.dropCompletedMs : uploadTimings.dropCancelledMs,
      () => drop(upload.facts.id),
    );
  };

  const dispatch = (id: string, event: UploadEvent): void => {
    const before = store.find(id);
    const session = sessions.get(id);
    if (before === undefined || session === undefined) return;
    const { upload, effects } = stepUpload(before, event, { now: clock.now(), paced: isPaced() });
    if (upload === before) return;
    store.replace(upload);
    const changed = upload.status !== before.status;
    if (changed) {
      session.phaseTimer?.();
      session.phaseTimer = null;
    }
    for (const effect of effects) perform(upload, session, effect);
    if (!changed) return;
    dropLater(upload, session);
    listener.onStatus(upload, before);
    schedule();
  };

  const schedule = (): void => {
    const { uploads } = store.get();
    const active = new Map<string, number>();
    for (const { facts, status } of uploads) {
      if (status === 'uploading') active.set(facts.batchId, (active.get(facts.batchId) ?? 0) + 1);
    }
    // Starts one at a time, because each start schedules again.
    const next = uploads.find(
      ({ facts, status }) =>
        status === 'queued' && (active.get(facts.batchId) ?? 0) < MAX_PARALLEL_UPLOADS,
    );
    if (next !== undefined) dispatch(next.facts.id, { kind: 'started' });
  };

  return {
    admit: (upload, payload) => {
      sessions.set(upload.facts.id, {
        payload,
        transmission: null,
        phaseTimer: null,
        dropTimer: null,
      });
      store.change({ uploads: [...store.get().uploads, upload] });
    },
    dispatch,
    schedule,
    payloadOf: (id) => sessions.get(id)?.payload ?? null,
    abandon: (facts) => {
      const session = sessions.get(facts.id);
      if (session !== undefined) transportOf(facts).abandon(session.payload);
    },
    remove: (gone) => {
      const { uploads } = store.get();
      for (const upload of uploads) if (gone(upload)) drop(upload.facts.id);
      store.change({ uploads: uploads.filter((upload) => !gone(upload)) });
    },
  };
};
