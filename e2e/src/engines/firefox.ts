import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';
import { connectBiDi, type BiDi } from './bidi.ts';
import { startBrowserProcess } from './browser-process.ts';
import { DESKTOP, type Engine, type Tab } from './engine.ts';

export const FIREFOX = '/usr/bin/firefox-esr';

/** The profile: in English, with a microphone that beeps, and without what costs time at the start. */
const PREFERENCES = {
  'intl.accept_languages': 'en-GB',
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'services.settings.server': 'data:,',
  // Processes in reserve, and one for each site.
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.processCount': 1,
  'fission.autostart': false,
  'browser.tabs.remote.separatePrivilegedContentProcess': false,
  // Pages and helpers of the browser itself.
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.aboutwelcome.enabled': false,
  'browser.translations.enable': false,
  'browser.ml.enable': false,
  'extensions.enabledScopes': 0,
  // Fewer frames, and the wish for less motion, which pages see.
  'layout.frame_rate': 20,
  'ui.prefersReducedMotion': 1,
} as const;

const evaluated = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const userContextResponse = z.object({ userContext: z.string() });
const contextResponse = z.object({ context: z.string() });
const nodesResponse = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) });
const screenshotResponse = z.object({ data: z.string() });

const firefoxTab = (bidi: BiDi, context: string, close: () => Promise<void>): Tab => ({
  async navigate(url) {
    await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' });
  },
  async back() {
    await bidi.call('browsingContext.traverseHistory', { context, delta: -1 });
  },
  async evaluate(expression) {
    const response = evaluated.parse(
      await bidi.call('script.evaluate', { expression, target: { context }, awaitPromise: true }),
    );
    if (response.type === 'exception') throw new Error(response.exceptionDetails.text);
    return response.result.value;
  },
  async perform(actions) {
    await bidi.call('input.performActions', { context, actions });
  },
  async chooseFiles(selector, files) {
    const locator = { type: 'css', value: selector };
    const response = await bidi.call('browsingContext.locateNodes', { context, locator });
    const [element] = nodesResponse.parse(response).nodes;
    await bidi.call('input.setFiles', { context, element, files });
  },
  async resize(viewport) {
    await bidi.call('browsingContext.setViewport', { context, viewport });
  },
  async takeScreenshot() {
    return screenshotResponse.parse(
      await bidi.call('browsingContext.captureScreenshot', { context }),
    ).data;
  },
  close,
});

/** Starts Firefox, which speaks WebDriver BiDi without a driver. */
export const startFirefox = async (): Promise<Engine> => {
  const folder = await makeTemporaryFolder('izgodno-firefox-');
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(folder, 'user.js'), preferences);
  const browser = startBrowserProcess({
    program: FIREFOX,
    args: ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder],
    folder,
    environment: { TZ: 'Europe/London' },
  });
  const endpoint = await browser.lineWith(/WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await connectBiDi(`${endpoint}/session`);
  await bidi.call('session.new', { capabilities: {} });
  await bidi.call('session.subscribe', { events: ['log.entryAdded'] });
  /** How many people have a tab now. */
  let users = 0;
  return {
    async openTab() {
      const { userContext } = userContextResponse.parse(
        await bidi.call('browser.createUserContext', {}),
      );
      // A tab in the background draws no frames, so that a second person has a window.
      const type = users === 0 ? 'tab' : 'window';
      users += 1;
      const { context } = contextResponse.parse(
        await bidi.call('browsingContext.create', { type, userContext }),
      );
      const tab = firefoxTab(bidi, context, async () => {
        users -= 1;
        await bidi.call('browser.removeUserContext', { userContext });
      });
      await tab.resize(DESKTOP);
      return tab;
    },
    takeErrors: () => bidi.takeErrors(),
    async close() {
      bidi.close();
      await browser.stop();
    },
  };
};
