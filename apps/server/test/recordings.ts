import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * 2.64 seconds as Chromium records its fake microphone: silence, then a beep every half a second.
 */
export const readBeeps = (): Promise<Buffer> =>
  readFile(path.join(import.meta.dirname, 'recordings/beeps.webm'));
