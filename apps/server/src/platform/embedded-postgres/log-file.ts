import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { codeOf } from '#platform/code-of.ts';

/** The log and its one predecessor take a little more than twice this at most. */
const LONGEST_LOG_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4096;

/** In bytes; 0 when there is none. */
export const logSize = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/**
 * Moves a long log to `FILE.1`. It is truncated in place, not renamed, because a running PostgreSQL
 * keeps the file open and appends.
 */
export const limitLog = async (file: string, longest = LONGEST_LOG_BYTES): Promise<void> => {
  if ((await logSize(file)) <= longest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
};

const readTail = async (file: string, from: number): Promise<string> => {
  const size = await logSize(file);
  const position = Math.max(from, size - TAIL_BYTES);
  if (size <= position) return '';
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(size - position),
      position,
    });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * The last error in the log after the byte `from`, which tells the operator why PostgreSQL ended.
 */
export const lastComplaint = async (file: string, from: number): Promise<string> => {
  const lines = (await readTail(file, from))
    .split('\n')
    // Lines about connections that came too early.
    .filter((line) => line !== '' && !line.includes('the database system is'));
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error|could not/.test(line));
  return (complaint ?? lines.at(-1) ?? 'it wrote no log').replace(/^.*?(?=FATAL|PANIC)/, '');
};
