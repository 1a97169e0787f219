import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';
import { startBrowserProcess } from './browser-process.ts';
import { COMMAND_MS, DESKTOP, type Engine, type Tab } from './engine.ts';
import { until } from './until.ts';

export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';

/** Arguments of the driver's browser: a microphone that beeps. */
const BROWSER_ARGS = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
];

const succeeded = z.object({ value: z.unknown() });
const failed = z.object({ value: z.object({ error: z.string(), message: z.string() }) });
const sessionResponse = z.object({ sessionId: z.string() });
const elementResponse = z.record(z.string(), z.string());
const evaluated = z.union([z.object({ value: z.string() }), z.object({ error: z.string() })]);

/** Sends a command of WebDriver; those without a body read. */
const send = async (url: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const received: unknown = await response.json();
  if (response.ok) return succeeded.parse(received).value;
  const { error, message } = failed.parse(received).value;
  throw new Error(`${error}: ${message}`);
};

const webkitTab = (session: string, close: () => Promise<void>): Tab => ({
  async navigate(url) {
    await send(`${session}/url`, { url });
  },
  async back() {
    await send(`${session}/back`, {});
  },
  async evaluate(expression) {
    // An error is a value too, because the command would wait for its timeout otherwise.
    const script = `const [done] = arguments;
      (async () => (${expression}))().then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const outcome = evaluated.parse(await send(`${session}/execute/async`, { script, args: [] }));
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  },
  async perform(actions) {
    await send(`${session}/actions`, { actions });
  },
  async chooseFiles(selector, files) {
    const using = { using: 'css selector', value: selector };
    const [id] = Object.values(elementResponse.parse(await send(`${session}/element`, using)));
    await send(`${session}/element/${id}/value`, { text: files.join('\n') });
  },
  async resize({ width, height }) {
    await send(`${session}/window/rect`, { width, height });
  },
  async takeScreenshot() {
    return z.string().parse(await send(`${session}/screenshot`));
  },
  close,
});

/** Drawing without layers costs half of the processor time, because no machine of tests has a GPU. */
const ENVIRONMENT = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  TZ: 'Europe/London',
  // The name of a locale decides the language of the browser, also where the locale is missing.
  LC_ALL: 'en_GB.UTF-8',
};

/** Starts a driver, which has one browser, for one person. */
const startDriver = async (display: string): Promise<Tab> => {
  const port = await freePort();
  const folder = await makeTemporaryFolder('izgodno-webkit-');
  const settings = path.join(folder, '.config', 'gtk-3.0');
  await mkdir(settings, { recursive: true });
  // Pages see it as the wish for less motion.
  await writeFile(path.join(settings, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const driver = startBrowserProcess({
    program: WEBKIT_DRIVER,
    args: [`--port=${port}`],
    folder,
    environment: { ...ENVIRONMENT, DISPLAY: display },
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the driver to answer', () =>
    send(`${url}/status`).then(
      () => true,
      () => false,
    ),
  );
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { args: BROWSER_ARGS } },
  };
  const { sessionId } = sessionResponse.parse(await send(`${url}/session`, { capabilities }));
  const tab = webkitTab(`${url}/session/${sessionId}`, () => driver.stop());
  await tab.resize(DESKTOP);
  return tab;
};

/** Prepares browsers of WebKitGTK, on a display in memory, by classic WebDriver. */
export const startWebKit = async (): Promise<Engine> => {
  const xvfb = startBrowserProcess({
    program: XVFB,
    args: ['-displayfd', '2', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    folder: await makeTemporaryFolder('izgodno-display-'),
  });
  const display = `:${await xvfb.lineWith(/^(\d+)$/)}`;
  return {
    openTab: () => startDriver(display),
    // The driver has no command for them.
    takeErrors: () => [],
    close: () => xvfb.stop(),
  };
};
