import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { skipAloud } from './skip-aloud.ts';

const run = promisify(execFile);

/** The harmless text that every scanner is to find (eicar.org), in two pieces so that none finds it here. */
export const harmfulText = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

const responses = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });

/**
 * A clamd with one signature and a limit of 1 MiB a file, on a socket of its own; null, with a printed reason, if there is no
 * clamd.
 */
export const startVirusScanner = async (): Promise<{
  readonly socket: string | null;
  readonly stop: () => Promise<void>;
}> => {
  const installed = await run('clamd', ['--version']).catch(() => null);
  if (installed === null) {
    skipAloud('the virus scan', 'Install clamav-daemon.');
    return { socket: null, stop: async () => {} };
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-clamd-'));
  const database = path.join(folder, 'signatures');
  const socket = path.join(folder, 'clamd.sock');
  await mkdir(database);
  // Signature of the whole text, in hexadecimal: name, any type of file, any offset.
  await writeFile(
    path.join(database, 'test.ndb'),
    `Test.Eicar:0:*:${Buffer.from(harmfulText).toString('hex')}\n`,
  );
  const settings = path.join(folder, 'clamd.conf');
  await writeFile(
    settings,
    `LocalSocket ${socket}\nDatabaseDirectory ${database}\nForeground yes\nStreamMaxLength 1M\n`,
  );
  const scanner = spawn('clamd', ['--config-file', settings], { stdio: 'ignore' });
  for (let tries = 0; tries < 300 && !(await responses(socket)); tries += 1) await sleep(100);
  return {
    socket,
    stop: async () => {
      scanner.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
