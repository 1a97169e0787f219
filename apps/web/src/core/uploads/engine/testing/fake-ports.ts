import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import type { UploadResponse } from '@izgodno/contract/uploads/multipart';
import type { ConfigPorts } from '../config.ts';
import type { UploadError } from '../errors.ts';
import {
  TransmissionError,
  type StoredUpload,
  type Payload,
  type Transport,
  type TransmissionReports,
  type UploadPorts,
  type UploadReport,
} from '../ports.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

const testConfig: UploadConfig = {
  maxFileSize: 1_000,
  maxFileSizeString: '1000 B',
  maxFiles: 10,
  chunkSize: 100,
  requestTimeout: 30_000,
  uploadMethod: 'chunked',
  pacing: 'spec',
  allowedTypes: ['image/*', 'text/plain'],
  quota: 0,
};

/** The server's response to a payload. */
export const respondTo = ({ facts }: Payload): UploadResponse => ({
  success: true,
  fileId: `file-of-${facts.id}`,
  fileUrl: `/api/files/${facts.id}`,
  originalName: facts.fileName,
  fileName: facts.fileName,
  filenameSanitized: facts.fileName,
  size: facts.fileSize,
  mediaType: facts.mimeType,
});

/** One pending request, which a test controls. */
interface Sending {
  readonly payload: Payload;
  readonly reports: TransmissionReports;
  readonly signal: AbortSignal;
  readonly respond: () => void;
  readonly fail: (error: UploadError) => void;
  /** Fails with an error that no transport expects. */
  readonly breakDown: () => void;
}

export interface FakePorts {
  readonly ports: UploadPorts & ConfigPorts;
  readonly clock: FakeClock;
  readonly sendings: Sending[];
  readonly sendingOf: (id: string) => Sending;
  readonly abandoned: string[];
  readonly discarded: string[];
  readonly updates: { readonly serverId: string; readonly fileUrls: readonly string[] }[];
  readonly reported: { readonly serverId: string; readonly reports: readonly UploadReport[] }[];
  readonly announced: { readonly messageId: string; readonly fileUrls: readonly string[] }[];
  readonly stored: Map<string, StoredUpload>;
  readonly logged: string[];
  setNetwork(online: boolean): void;
}

/** Fakes of everything outside the engine, controlled by a test. */
export const createFakePorts = (
  given: {
    readonly config?:
      | { readonly [Key in keyof UploadConfig]?: UploadConfig[Key] | undefined }
      | 'unreadable';
    readonly stored?: readonly StoredUpload[];
    readonly room?: boolean;
    /** Storing a file takes a minute. */
    readonly slowRoom?: boolean;
    readonly updateFails?: () => boolean;
  } = {},
): FakePorts => {
  const clock = createFakeClock();
  const sendings: Sending[] = [];
  const abandoned: string[] = [];
  const discarded: string[] = [];
  const updates: FakePorts['updates'] = [];
  const reported: FakePorts['reported'] = [];
  const announced: FakePorts['announced'] = [];
  const stored = new Map((given.stored ?? []).map((upload) => [upload.facts.id, upload]));
  const logged: string[] = [];
  const network = new Set<(online: boolean) => void>();

  const transport: Transport = {
    send: (payload, reports, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        sendings.push({
          payload,
          reports,
          signal,
          respond: () => resolve(respondTo(payload)),
          fail: (error) => reject(new TransmissionError(error)),
          breakDown: () => reject(new Error('Unexpected')),
        });
      }),
    abandon: ({ facts }) => void abandoned.push(facts.id),
  };

  return {
    clock,
    sendings,
    abandoned,
    discarded,
    updates,
    reported,
    announced,
    stored,
    logged,
    sendingOf: (id) => {
      const sending = sendings.findLast(({ payload }) => payload.facts.id === id);
      if (sending === undefined) throw new Error(`${id} has not been sent`);
      return sending;
    },
    setNetwork: (online) => {
      for (const notify of network) notify(online);
    },
    ports: {
      clock,
      readConfig: async () => {
        if (given.config === 'unreadable') throw new Error('Away');
        const config = Object.entries({ ...testConfig, ...given.config });
        return Object.fromEntries(config.filter(([, value]) => value !== undefined));
      },
      transports: { chunked: transport, resumable: transport },
      messages: {
        updateFiles: async (serverId, fileUrls) => {
          if (given.updateFails?.() === true) throw new Error('Refused');
          updates.push({ serverId, fileUrls });
        },
        reportUploads: async (serverId, reports) => {
          if (given.updateFails?.() === true) throw new Error('Refused');
          reported.push({ serverId, reports });
        },
      },
      keep: {
        limit: () => 2 * 1024 ** 3,
        put: async (upload) => {
          if (given.room === false) {
            stored.set(upload.facts.id, { ...upload, file: null });
            return false;
          }
          if (given.slowRoom === true) {
            await new Promise<void>((resolve) => void clock.after(60_000, resolve));
          }
          stored.set(upload.facts.id, upload);
          return true;
        },
        update: async (id, part) => {
          const upload = stored.get(id);
          if (upload !== undefined) stored.set(id, { ...upload, ...part });
        },
        remove: async (id) => void stored.delete(id),
        claim: async (userId) =>
          [...stored.values()].filter(({ facts }) => facts.userId === userId),
      },
      discard: (fileId) => void discarded.push(fileId),
      onNetwork: (listener) => {
        network.add(listener);
        return () => network.delete(listener);
      },
      announceUrls: (messageId, fileUrls) => void announced.push({ messageId, fileUrls }),
      log: (message) => void logged.push(message),
    },
  };
};
