import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { PRESENT } from './node-process.ts';

const run = promisify(execFile);
const git = async (...given: readonly string[]): Promise<string> =>
  (await run('git', given, { cwd: PRESENT })).stdout.trim();

/**
 * The commit of the previous release: the last one before this that wrote the heading of a version
 * into CHANGELOG.md. Null without a history, as in an unpacked archive or a shallow clone.
 */
export const findPreviousRelease = async (): Promise<string | null> => {
  const heading = ['log', '-1', '--format=%H', '-G^## [0-9]', 'HEAD~1', '--', 'CHANGELOG.md'];
  const commit = await git(...heading).catch(() => '');
  return commit === '' ? null : commit;
};

/** Whether the whole history is here, so that without a previous release this is the first one. */
export const hasWholeHistory = async (): Promise<boolean> =>
  (await git('rev-parse', '--is-shallow-repository').catch(() => 'true')) === 'false';

const lockOf = (product: string): Promise<string> =>
  readFile(path.join(product, 'package-lock.json'), 'utf8');

/** The links of a folder of packages, except those of the product's own ones. */
const linkPackages = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@izgodno') await symlink(path.join(from, name), path.join(to, name));
};

/** Gives a product the packages of this one, with its own instead of the product's own ones. */
const usePresentPackages = async (product: string): Promise<void> => {
  await linkPackages(path.join(PRESENT, 'node_modules'), path.join(product, 'node_modules'));
  const nested = 'apps/server/node_modules';
  if (existsSync(path.join(PRESENT, nested)))
    await linkPackages(path.join(PRESENT, nested), path.join(product, nested));
  const own = path.join(product, 'node_modules/@izgodno');
  await mkdir(own);
  for (const name of ['contract', 'demo'])
    await symlink(path.join(product, 'packages', name), path.join(own, name));
};

/** Programs of this release that also run with the contract of the previous one. */
const programs = [
  'contract-calls.ts',
  'chat-chaos/chatters.ts',
  'fleet/client-program.ts',
  'fleet/contract-fields.ts',
] as const;

/** Unpacks a release into a new folder, ready to start. */
export const unpackRelease = async (commit: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, 'release.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  if ((await lockOf(folder)) === (await lockOf(PRESENT))) await usePresentPackages(folder);
  else {
    // What its nodes and clients load: neither its tools nor their browser.
    const given = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit'];
    await run('npm', [...given, '--no-fund'], { cwd: folder });
  }
  for (const program of programs) {
    const target = path.join(folder, 'apps/server/test', program);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(path.join(PRESENT, 'apps/server/test', program), target);
  }
};
