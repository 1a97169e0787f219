import { readFile } from 'node:fs/promises';

/**
 * Sends a signal to one process. `process.kill` applies 0 and negative numbers to process groups,
 * so that a number read from an empty file would end the test run itself.
 */
export const signalProcess = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`${pid} is no process number`);
  return process.kill(pid, signal);
};

/** Sends a signal to the process's group, like a terminal. */
export const signalGroup = (leader: number, signal: NodeJS.Signals): boolean => {
  if (!Number.isSafeInteger(leader) || leader <= 1) throw new Error(`${leader} leads no group`);
  return process.kill(-leader, signal);
};

/** Whether the process exists. */
export const isAlive = (pid: number): boolean => {
  try {
    return signalProcess(pid, 0);
  } catch {
    return false;
  }
};

/** The process number in the first line of a file; undefined while it is missing or empty. */
export const readPid = async (file: string): Promise<number | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [line = ''] = text.split('\n');
  return /^[1-9]\d*$/.test(line.trim()) ? Number(line) : undefined;
};
