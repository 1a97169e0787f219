import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { cleanUpAfterEnd } from './clean-up.ts';

const PACKAGE = '@sparticuz/chromium';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export interface FoundChromium {
  /** Absent for Playwright's own browser, which must be installed. */
  readonly executablePath: string | undefined;
  readonly args: readonly string[];
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const repository = path.join(import.meta.dirname, '..');

/** The configuration of its fonts, in the folder of the unpacked browser. */
const FONTS = path.join('fonts', 'fonts.conf');

/** The checksum of the package, as the lock file states it. */
const packageChecksum = async (): Promise<string> => {
  const locked = await readFile(path.join(repository, 'package-lock.json'), 'utf8');
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ integrity: z.optional(z.string()) })) })
    .parse(JSON.parse(locked));
  return createHash('sha256')
    .update(packages[`node_modules/${PACKAGE}`]?.integrity ?? '')
    .digest('hex')
    .slice(0, 16);
};

/** Imports the package and unpacks into a folder what is not there yet; it knows only TMPDIR. */
const unpackInto = `
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: chromium } = await import('${PACKAGE}');
  await chromium.executablePath();`;

/**
 * Fills a folder that is complete or missing, also if several processes fill it at once or one is
 * interrupted. A folder that lacks one of `parts`, as after an interrupted removal, is filled again.
 */
export const fillOnce = async (
  folder: string,
  parts: readonly string[],
  fill: (partial: string) => Promise<void>,
): Promise<void> => {
  if (existsSync(folder)) {
    if (parts.every((part) => existsSync(path.join(folder, part)))) return;
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(path.dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}-`);
  const isRemoved = cleanUpAfterEnd({ folder: partial });
  try {
    await fill(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    isRemoved();
  }
};

/**
 * Unpacks the browser of the package once, into a folder of this checkout that is closed to others:
 * in the system's temporary folder anyone could put another program in its place.
 */
const unpackChromium = async (): Promise<string> => {
  const cache = path.join(repository, 'node_modules', '.cache');
  const folder = path.join(cache, `chromium-${await packageChecksum()}`);
  await fillOnce(folder, ['chromium', FONTS], async (partial) => {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpackInto], {
      cwd: repository,
      env: { ...process.env, TMPDIR: partial },
    });
    // Its fonts are not in the folder that the package expects.
    const fonts = path.join(partial, FONTS);
    const configuration = await readFile(fonts, 'utf8');
    await writeFile(fonts, configuration.replaceAll('>/tmp/', `>${folder}/`));
  });
  // The package unpacks the shared libraries that a bare machine lacks only on this runtime.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
};

/**
 * The browser of tests: CHROMIUM_PATH, else the system's Chromium or Chrome, else (Linux on x64)
 * the one of a development dependency, else Playwright's own.
 */
export const findChromium = async (): Promise<FoundChromium> => {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return { executablePath: given, args };
  const system = systemPaths.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, args };
  if (process.platform === 'linux' && process.arch === 'x64') {
    return { executablePath: await unpackChromium(), args };
  }
  return { executablePath: undefined, args };
};
