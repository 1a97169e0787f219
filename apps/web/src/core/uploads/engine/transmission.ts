import type { UploadEvent } from './machine.ts';
import { TransmissionError, type Payload, type Transport } from './ports.ts';

export interface TransmissionWatcher {
  readonly report: (event: UploadEvent) => void;
  readonly onResumeUrl: (url: string) => void;
  readonly log: (message: string, cause: unknown) => void;
}

/** Sends a file and reports the progress as events. Reports nothing after an abort. */
export const startTransmission = (
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
      const answer = await transport.send(
        payload,
        {
          onProgress: (sentBytes) => report({ kind: 'progressed', sentBytes }),
          onResumeUrl: watcher.onResumeUrl,
          onServerWorking: (phase) => report({ kind: 'server-working', phase }),
        },
        controller.signal,
      );
      report({ kind: 'answered', answer });
    } catch (error) {
      if (error instanceof TransmissionError) {
        if (error.fault.kind === 'unreachable') watcher.log('An upload broke off', error);
        report({ kind: 'failed', fault: error.fault });
      } else if (!controller.signal.aborted) {
        watcher.log('An upload failed', error);
        report({ kind: 'failed', fault: { kind: 'unreachable' } });
      }
    }
  };
  void run();
  return controller;
};
