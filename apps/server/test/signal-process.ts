import { readFile } from 'node:fs/promises';

/**
 * Sends a signal to one process. `process.kill` takes 0 and negative numbers for whole process groups: a
 * number read from a file that is still empty would end the test run itself.
 */
export const signalProcess = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`${pid} is no process number`);
  return process.kill(pid, signal);
};

/** Sends a signal to the group that the process leads, as a terminal does. */
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

/** The process number in the first line of a file; none while it is missing or empty. */
export const readPid = async (file: string): Promise<number | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [line = ''] = text.split('\n');
  return /^[1-9]\d*$/.test(line.trim()) ? Number(line) : undefined;
};
