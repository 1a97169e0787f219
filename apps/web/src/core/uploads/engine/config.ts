import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { formatBytes } from '@izgodno/contract/uploads/texts';
import type { Unsubscribe } from '#shared/store.ts';
import type { ServiceError } from './errors.ts';
import type { UploadPorts } from './ports.ts';
import { CONFIG_RETRIES } from './timings.ts';

interface ConfigReader {
  /**
   * Reads the configuration and retries later on failure. Resolves after the first response or
   * failure.
   */
  readonly read: () => Promise<void>;
  readonly stop: () => void;
}

/** Reads the upload configuration, with retries until it succeeds. */
export const createConfigReader = (
  { clock, readConfig, log }: Pick<UploadPorts, 'clock' | 'readConfig' | 'log'>,
  onRead: (config: ConfigState) => void,
): ConfigReader => {
  let timer: Unsubscribe | null = null;

  const attempt = async (tries: number): Promise<void> => {
    try {
      onRead(completeConfig(await readConfig()));
    } catch (cause) {
      log('The upload configuration could not be read', cause);
      onRead({ kind: 'disabled', error: 'not-loaded' });
      const delay = CONFIG_RETRIES[Math.min(tries, CONFIG_RETRIES.length - 1)] ?? 0;
      timer = clock.after(delay, () => void attempt(tries + 1));
    }
  };

  return {
    read: () => {
      timer?.();
      return attempt(0);
    },
    stop: () => timer?.(),
  };
};

export type ConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly config: UploadConfig }
  | { readonly kind: 'disabled'; readonly error: ServiceError };

/**
 * Fills in the optional parts of the server's response; without a required part uploads are off
 * (section 5).
 */
const completeConfig = (given: Partial<UploadConfig>): ConfigState => {
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
      maxFileSizeString: formatBytes(maxFileSize),
      uploadMethod: 'chunked',
      pacing: 'spec',
      allowedTypes: [],
      quota: 0,
      ...given,
      maxFileSize,
      maxFiles,
      chunkSize,
      requestTimeout,
    },
  };
};
