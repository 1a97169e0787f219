import { completeConfig, type ConfigState } from './config.ts';
import type { Stop, UploadPorts } from './ports.ts';
import { CONFIG_RETRIES } from './timings.ts';

export interface ConfigReader {
  /** Asks the server, and again later where it could not be asked. Resolves after the first answer or failure. */
  readonly read: () => Promise<void>;
  readonly stop: () => void;
}

/** Reads what may be uploaded, for as long as it takes. */
export const createConfigReader = (
  { clock, readConfig, log }: Pick<UploadPorts, 'clock' | 'readConfig' | 'log'>,
  onRead: (config: ConfigState) => void,
): ConfigReader => {
  let timer: Stop | null = null;

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
