import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedInSchema } from '@izgodno/contract/accounts/calls';
import { makeTemporaryFolder } from '../../../../scripts/clean-up.ts';
import { postJson } from '../post-json.ts';
import { startUnderFire } from '../chat-chaos/product-under-fire.ts';
import { digestOf, startUploader, type Completed, type UploadAccount } from './uploaders.ts';

/** The range of milliseconds between kills. */
const LEAST_PEACE_MS = 200;
const MOST_PEACE_MS = 1_200;

export interface UploadChaosOptions {
  /** The number of kills. */
  readonly kills: number;
  /** Concurrent uploads. */
  readonly uploaders: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

export interface UploadChaosResult {
  readonly completed: number;
  /** The errors as sentences; empty if all is correct. */
  readonly errors: readonly string[];
}

const signUp = async (url: string): Promise<UploadAccount> => {
  const user = { email: 'chaos@izgodno.example', password: 'zebra-lamp-4217' };
  await postJson(`${url}/api/auth/register`, { name: 'Chaos', ...user });
  const response = signedInSchema.parse(await postJson(`${url}/api/auth/login`, user));
  return { url, userId: response.user.id, token: response.accessToken };
};

/** Files that differ from what was reported. */
export const findLost = async (
  account: UploadAccount,
  completed: readonly Completed[],
): Promise<string[]> => {
  const errors: string[] = [];
  for (const { fileId, digest } of completed) {
    const response = await fetch(`${account.url}/api/files/${fileId}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200)
      errors.push(`${fileId} was complete, and answers ${response.status}: ${bytes.toString()}`);
    else if (digestOf(bytes) !== digest) errors.push(`${fileId} has other bytes`);
  }
  return errors;
};

/** What is left besides the complete files. */
const findLeft = async (directory: string, completed: readonly Completed[]): Promise<string[]> => {
  const files = path.join(directory, 'files');
  const known = new Set(completed.map(({ fileId }) => fileId));
  const entries = await readdir(files, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !known.has(entry.name))
    .map((entry) => `${path.basename(entry.parentPath)}/${entry.name} was left behind`);
};

/** Uploads files while the product is killed at random times; then compares everything. */
export const runUploadChaos = async (options: UploadChaosOptions): Promise<UploadChaosResult> => {
  const { random, say } = options;
  const directory = await makeTemporaryFolder('izgodno-upload-chaos-');
  try {
    const product = await startUnderFire(directory, { UPLOAD_QUOTA: '0' });
    try {
      const account = await signUp(product.url);
      const uploaders = Array.from({ length: options.uploaders }, (_, index) =>
        startUploader(account, index % 2 === 0 ? 'chunked' : 'resumable', random),
      );
      for (let kill = 1; kill <= options.kills; kill += 1) {
        await sleep(LEAST_PEACE_MS + random() * (MOST_PEACE_MS - LEAST_PEACE_MS));
        await product.killApp();
        say(`${kill} of ${options.kills} kills`);
      }
      const completed = (await Promise.all(uploaders.map((one) => one.stop()))).flat();
      const errors = await findLost(account, completed);
      // Each interrupted upload was retried to its end, so nothing but files may be left.
      errors.push(...(await findLeft(directory, completed)));
      return { completed: completed.length, errors };
    } finally {
      await product.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
