import type { Unsubscribe } from '#shared/store.ts';
import { completeConfig, type ConfigState } from './config.ts';
import type { UploadPorts } from './ports.ts';
import { CONFIG_RETRIES } from './timings.ts';

export interface ConfigReader {
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
      onRead({ kind: 'disabled', fault: 'not-loaded' });
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
