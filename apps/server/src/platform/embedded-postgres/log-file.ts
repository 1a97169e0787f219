import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises';
import { codeOf } from './errors.ts';

/** The log and its one predecessor take twice this at most, and a little. */
const LONGEST_LOG_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4096;

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/**
 * Moves a long log to `FILE.1`. It is emptied in place, not renamed: a running PostgreSQL keeps the file open, and
 * appends.
 */
export const limitLog = async (file: string, longest = LONGEST_LOG_BYTES): Promise<void> => {
  if ((await sizeOf(file)) <= longest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
};

const readTail = async (file: string): Promise<string> => {
  const size = await sizeOf(file);
  if (size <= TAIL_BYTES) return size === 0 ? '' : readFile(file, 'utf8');
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(TAIL_BYTES),
      position: size - TAIL_BYTES,
    });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** The last complaint in the log, for a person who has to know why PostgreSQL ended. */
export const lastComplaint = async (file: string): Promise<string> => {
  const lines = (await readTail(file)).split('\n').filter((line) => line !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error|could not/.test(line));
  return (complaint ?? lines.at(-1) ?? 'it wrote no log').replace(/^.*?(?=FATAL|PANIC)/, '');
};
