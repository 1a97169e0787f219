import { existsSync } from 'node:fs';

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
    // The package unpacks the shared libraries that a bare machine lacks only on this runtime.
    process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
    const { default: chromium } = await import('@sparticuz/chromium');
    return { executablePath: await chromium.executablePath(), args };
  }
  return { executablePath: undefined, args };
};
