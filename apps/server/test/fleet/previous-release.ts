import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { programEnvironment } from '../program-environment.ts';
import { compileCacheOf, PRESENT } from './node-process.ts';

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

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      link: z.optional(z.boolean()),
      dev: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
    }),
  ),
});

/** The packages of a product by their folder, as its lock file lists them. */
const packagesOf = async (product: string) => {
  const lock = await readFile(path.join(product, 'package-lock.json'), 'utf8');
  return expectShape(lockSchema, JSON.parse(lock)).packages;
};

/** A package of its own folder: neither below another one nor in a scope, which is linked as a whole. */
const PLAIN_FOLDER = /^node_modules\/[^/@]+$/;

/**
 * What a release needs to run and this one lacks in that version, as `npm install` takes it; null
 * if one of them has no plain folder, because then only npm knows its place.
 */
const missingPackages = async (product: string): Promise<readonly string[] | null> => {
  const present = await packagesOf(PRESENT);
  const missing = Object.entries(await packagesOf(product)).filter(
    ([folder, { version, link, dev, optional }]) =>
      folder.includes('node_modules/') &&
      link !== true &&
      dev !== true &&
      optional !== true &&
      present[folder]?.version !== version,
  );
  if (!missing.every(([folder]) => PLAIN_FOLDER.test(folder))) return null;
  return missing.map(
    ([folder, { version }]) => `${folder.slice('node_modules/'.length)}@${version}`,
  );
};

/** The links of a folder of packages, except those of the product's own ones. */
const linkPackages = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const had = new Set(await readdir(to));
  for (const name of await readdir(from))
    if (name !== '@izgodno' && !had.has(name))
      await symlink(path.join(from, name), path.join(to, name));
};

const npm = (folder: string, ...given: readonly string[]) =>
  run('npm', [...given, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
  });

/**
 * Gives a product the packages of this one and its own ones instead of this product's, and installs
 * those that are missing. Installing all of them costs half a minute of a processor.
 */
const usePresentPackages = async (product: string, missing: readonly string[]): Promise<void> => {
  if (missing.length > 0) {
    const beside = path.join(product, 'missing-packages');
    await mkdir(beside);
    await npm(beside, 'install', '--prefix', beside, '--no-package-lock', ...missing);
    await linkPackages(path.join(beside, 'node_modules'), path.join(product, 'node_modules'));
  }
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
  const missing = await missingPackages(folder);
  // What its nodes and clients load: neither its tools nor their browser.
  if (missing === null) await npm(folder, 'ci', '--omit=dev');
  else await usePresentPackages(folder, missing);
  for (const program of programs) {
    const target = path.join(folder, 'apps/server/test', program);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(path.join(PRESENT, 'apps/server/test', program), target);
  }
};

/** Runs a program of a product, and returns what it prints. */
export const runProgram = async (
  product: string,
  name: string,
  ...given: readonly string[]
): Promise<string> => {
  const { stdout } = await run(process.execPath, [path.join(product, name), ...given], {
    env: { ...programEnvironment(), ...compileCacheOf(product) },
    maxBuffer: 16 * 1024 ** 2,
  });
  return stdout;
};
