import { existsSync, readdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const LIBRARIES = '/usr/lib';

/** Debian's faketime, which gives a process a clock of its own; null if it is not installed. */
export const findClockLibrary = (): string | null => {
  if (!existsSync(LIBRARIES)) return null;
  const files = readdirSync(LIBRARIES).map((name) =>
    path.join(LIBRARIES, name, 'faketime/libfaketimeMT.so.1'),
  );
  return files.find((file) => existsSync(file)) ?? null;
};

/** The clock of one node. */
export interface NodeClock {
  /** Settings of the process that has this clock. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sets it this many seconds ahead of the machine's, within a second. Timers go on. */
  set(seconds: number): Promise<void>;
}

/** A clock that the file leads, at first the machine's. */
export const openNodeClock = async (file: string): Promise<NodeClock> => {
  const library = findClockLibrary();
  if (library === null) throw new Error('Install faketime.');
  const set = async (seconds: number): Promise<void> => {
    // Renamed, because a reader of a file that is being written would see no offset.
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  };
};
