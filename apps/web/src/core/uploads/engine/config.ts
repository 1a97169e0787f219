import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { formatBytes } from '@izgodno/contract/uploads/texts';
import type { Unsubscribe } from '#shared/store.ts';
import type { ServiceError } from './errors.ts';
import type { UploadPorts } from './ports.ts';
import { CONFIG_RETRIES } from './timings.ts';

export type ConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly config: UploadConfig }
  | { readonly kind: 'disabled'; readonly error: ServiceError };

/** The configuration as a server sends it, which may lack any part. */
type GivenConfig = {
  readonly [Key in keyof UploadConfig]?:
    | (Key extends 'uploadMethod' ? string : UploadConfig[Key])
    | undefined;
};

export interface ConfigPorts extends Pick<UploadPorts, 'clock' | 'log'> {
  /** Throws if the server is unreachable. */
  readonly readConfig: () => Promise<GivenConfig>;
}

/**
 * Fills in the optional parts of the server's response; without a required part uploads are off
 * (section 5).
 */
const completeConfig = (given: GivenConfig): ConfigState => {
  const { maxFileSize, maxFiles, chunkSize, requestTimeout } = given;
  if (
    maxFileSize === undefined ||
    maxFiles === undefined ||
    chunkSize === undefined ||
    requestTimeout === undefined
  ) {
    return { kind: 'disabled', error: 'incomplete' };
  }
  return {
    kind: 'ready',
    config: {
      maxFileSizeString: given.maxFileSizeString ?? formatBytes(maxFileSize),
      // A method that this browser does not know is the specification's.
      uploadMethod: given.uploadMethod === 'resumable' ? 'resumable' : 'chunked',
      pacing: given.pacing ?? 'spec',
      allowedTypes: given.allowedTypes ?? [],
      quota: given.quota ?? 0,
      maxFileSize,
      maxFiles,
      chunkSize,
      requestTimeout,
    },
  };
};

/** Reads the upload configuration, with retries until it succeeds. */
export class ConfigReader {
  readonly #ports: ConfigPorts;
  readonly #onRead: (config: ConfigState) => void;
  #timer: Unsubscribe | null = null;

  constructor(ports: ConfigPorts, onRead: (config: ConfigState) => void) {
    this.#ports = ports;
    this.#onRead = onRead;
  }

  /** Resolves after the first response or failure. */
  read(): Promise<void> {
    this.stop();
    return this.#attempt(0);
  }

  stop(): void {
    this.#timer?.();
  }

  async #attempt(tries: number): Promise<void> {
    const { clock, readConfig, log } = this.#ports;
    try {
      this.#onRead(completeConfig(await readConfig()));
    } catch (cause) {
      log('The upload configuration could not be read', cause);
      this.#onRead({ kind: 'disabled', error: 'not-loaded' });
      const delay = CONFIG_RETRIES[Math.min(tries, CONFIG_RETRIES.length - 1)] ?? 0;
      this.#timer = clock.after(delay, () => void this.#attempt(tries + 1));
    }
  }
}
