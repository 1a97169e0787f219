import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { normalise } from '@izgodno/contract/common/normalise';

/** Sorted digests of leaked passwords, made by `test/operations/make-breached-passwords.ts`. */
export const BREACHED_FILE = new URL('./breached-passwords.bin', import.meta.url);

/** With 40 bits, one of two million passwords in no list is wrongly matched. */
export const DIGEST_BYTES = 5;

/** Changing capitals does not make a leaked password better. */
export const digestOf = (password: string): Buffer =>
  createHash('sha256')
    .update(normalise(password, 'NFKC').toLowerCase())
    .digest()
    .subarray(0, DIGEST_BYTES);

const includes = (digests: Buffer, digest: Buffer): boolean => {
  let from = 0;
  let to = digests.length / DIGEST_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = middle * DIGEST_BYTES;
    const order = digest.compare(digests, at, at + DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
};

// Three megabytes, loaded when the first password is chosen.
let list: Promise<Buffer> | undefined;

/** Whether a password is among the most leaked ones, ignoring case. */
export const isInBreachedList = async (password: string): Promise<boolean> => {
  list ??= readFile(BREACHED_FILE);
  return includes(await list, digestOf(password));
};
