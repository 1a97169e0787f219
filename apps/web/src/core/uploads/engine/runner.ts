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
          onInterrupted: (waitsFor) => report({ kind: 'network', waitsFor }),
          onResumeUrl: watcher.onResumeUrl,
          onServerWorking: (phase) => report({ kind: 'server-working', phase }),
        },
        controller.signal,
      );
      report({ kind: 'answered', response });
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
  /** Of the phase that is shown, or of the next progress. */
  timer: Unsubscribe | null;
  dropTimer: Unsubscribe | null;
}

export interface RunnerListener {
  /** Called when an upload's status changes. */
  readonly onStatus: (upload: Upload, before: Upload) => void;
  /** Called with the URL to resume an upload at. */
  readonly onResumeUrl: (id: string, url: string) => void;
}

/** Runs uploads: feeds events to their machines, carries out their effects, and schedules them. */
export class Runner {
  readonly #ports: Pick<UploadPorts, 'clock' | 'transports' | 'discard' | 'log'>;
  readonly #store: EngineStore;
  readonly #listener: RunnerListener;
  readonly #sessions = new Map<string, UploadSession>();

  constructor(
    ports: Pick<UploadPorts, 'clock' | 'transports' | 'discard' | 'log'>,
    store: EngineStore,
    listener: RunnerListener,
  ) {
    this.#ports = ports;
    this.#store = store;
    this.#listener = listener;
  }

  /** Adds an upload to the list. */
  admit(upload: Upload, payload: Payload): void {
    const session = { payload, transmission: null, timer: null, dropTimer: null };
    this.#sessions.set(upload.facts.id, session);
    this.#store.change({ uploads: [...this.#store.get().uploads, upload] });
  }

  dispatch(id: string, event: UploadEvent): void {
    const before = this.#store.find(id);
    const session = this.#sessions.get(id);
    if (before === undefined || session === undefined) return;
    const moment = { now: this.#ports.clock.now(), paced: this.#isPaced() };
    const { upload, effects } = stepUpload(before, event, moment);
    if (upload === before) return;
    this.#store.replace(upload);
    const changed = upload.status !== before.status;
    if (changed) {
      session.timer?.();
      session.timer = null;
    }
    for (const effect of effects) this.#perform(upload, session, effect);
    if (!changed) return;
    this.#dropLater(upload, session);
    this.#listener.onStatus(upload, before);
    this.schedule();
  }

  /** Starts waiting uploads: at most three of a batch run at once (specification, section 9). */
  schedule(): void {
    const { uploads } = this.#store.get();
    const active = new Map<string, number>();
    for (const { facts, status } of uploads) {
      if (status === 'uploading') active.set(facts.batchId, (active.get(facts.batchId) ?? 0) + 1);
    }
    // Starts one at a time, because each start schedules again.
    const next = uploads.find(
      ({ facts, status }) =>
        status === 'queued' && (active.get(facts.batchId) ?? 0) < MAX_PARALLEL_UPLOADS,
    );
    if (next !== undefined) this.dispatch(next.facts.id, { kind: 'started' });
  }

  /** The payload of an upload, as long as it is remembered. */
  payloadOf(id: string): Payload | null {
    return this.#sessions.get(id)?.payload ?? null;
  }

  /** Has the server erase an unfinished upload. */
  abandon(facts: UploadFacts): void {
    const session = this.#sessions.get(facts.id);
    if (session !== undefined) this.#transportOf(facts).abandon(session.payload);
  }

  /** Removes uploads from the list and ends their work. */
  remove(isRemoved: (upload: Upload) => boolean): void {
    const { uploads } = this.#store.get();
    for (const upload of uploads) if (isRemoved(upload)) this.#drop(upload.facts.id);
    this.#store.change({ uploads: uploads.filter((upload) => !isRemoved(upload)) });
  }

  #transportOf({ resumable }: UploadFacts): Transport {
    const { transports } = this.#ports;
    return resumable ? transports.resumable : transports.chunked;
  }

  #isPaced(): boolean {
    const { config } = this.#store.get();
    return config.kind === 'ready' && config.config.pacing === 'spec';
  }

  #drop(id: string): void {
    const session = this.#sessions.get(id);
    session?.transmission?.abort();
    session?.timer?.();
    session?.dropTimer?.();
    this.#sessions.delete(id);
  }

  #transmit({ facts }: Upload, session: UploadSession): void {
    session.transmission = startTransmission(this.#transportOf(facts), session.payload, {
      report: (event) => this.dispatch(facts.id, event),
      onResumeUrl: (resumeUrl) => {
        session.payload = { ...session.payload, resumeUrl };
        this.#listener.onResumeUrl(facts.id, resumeUrl);
      },
      log: this.#ports.log,
    });
  }

  #perform(upload: Upload, session: UploadSession, effect: UploadEffect): void {
    switch (effect.kind) {
      case 'show-phase':
      case 'watch':
        session.timer?.();
        session.timer = this.#ports.clock.after(effect.ms, () =>
          this.dispatch(upload.facts.id, {
            kind: effect.kind === 'watch' ? 'silent' : 'phase-over',
          }),
        );
        return;
      case 'transmit':
        this.#transmit(upload, session);
        return;
      case 'halt':
        session.transmission?.abort();
        return;
      case 'abandon':
        session.transmission?.abort();
        this.#transportOf(upload.facts).abandon(session.payload);
        return;
      case 'discard':
        this.#ports.discard(effect.response.fileId);
    }
  }

  #dropLater({ facts, status }: Upload, session: UploadSession): void {
    if (status !== 'completed' && status !== 'cancelled') return;
    const { dropCompletedMs, dropCancelledMs } = uploadTimings;
    session.dropTimer = this.#ports.clock.after(
      status === 'completed' ? dropCompletedMs : dropCancelledMs,
      () => this.remove((upload) => upload.facts.id === facts.id),
    );
  }
}
