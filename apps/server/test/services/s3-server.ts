import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanUpAfterEnd } from '../../../../scripts/clean-up.ts';
import { readPid, signalProcess } from '../signal-process.ts';
import { skipAloud } from './skip-aloud.ts';

/** A real S3 service for tests. */
export interface S3Server {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('ceph.sh', import.meta.url));
const START_LIMIT_MS = 90_000;

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

const stopAll = async (folder: string): Promise<void> => {
  const out = path.join(folder, 'out');
  for (const name of await readdir(out).catch(() => [])) {
    if (!name.endsWith('.pid')) continue;
    const pid = await readPid(path.join(out, name));
    // It needs no graceful end.
    if (pid !== undefined) signalProcess(pid, 'SIGKILL');
  }
  // The kernel needs a moment to release their files.
  await sleep(200);
  await rm(folder, { recursive: true, force: true });
};

const startCeph = async (): Promise<{ server: S3Server; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-ceph-'));
  const isRemoved = cleanUpAfterEnd({ folder });
  const port = 20_000 + 100 * Math.floor(Math.random() * 100);
  try {
    await run('bash', [script, folder, String(port)], { timeout: START_LIMIT_MS });
  } catch (error) {
    await stopAll(folder);
    throw error;
  }
  return {
    server: {
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'TESTKEY',
      secretAccessKey: 'TESTSECRET',
    },
    stop: async () => {
      await stopAll(folder);
      isRemoved();
    },
  };
};

/**
 * The service named by TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY, else a local
 * Ceph gateway if it is installed; null, with a printed reason, if neither is available.
 */
export const startS3Server = async (): Promise<{
  readonly server: S3Server | null;
  readonly stop: () => Promise<void>;
}> => {
  const endpoint = process.env['TEST_S3_ENDPOINT'];
  if (endpoint !== undefined) {
    const server = {
      endpoint,
      accessKeyId: process.env['TEST_S3_ACCESS_KEY'] ?? 'TESTKEY',
      secretAccessKey: process.env['TEST_S3_SECRET_KEY'] ?? 'TESTSECRET',
    };
    return { server, stop: async () => {} };
  }
  const installed = await Promise.all(['radosgw', 'ceph-mon', 'ceph-osd'].map(isInstalled));
  if (!installed.every(Boolean)) {
    skipAloud(
      'the S3 store',
      'Set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY, or install radosgw, ceph-mon and ceph-osd.',
    );
    return { server: null, stop: async () => {} };
  }
  return startCeph();
};
