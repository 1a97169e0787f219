import { existsSync } from 'node:fs';
import { skipAloud } from '../../../apps/server/test/services/skip-aloud.ts';
import type { Engine } from './engine.ts';
import { FIREFOX, startFirefox } from './firefox.ts';
import { startWebKit, WEBKIT_DRIVER, XVFB } from './webkit.ts';

interface EngineRow {
  readonly title: string;
  readonly programs: readonly string[];
  readonly packages: string;
  /** Whether it records sound with these packages alone. */
  readonly recordsSound: boolean;
  readonly start: () => Promise<Engine>;
}

/** The engines beside Chromium, from packages of Debian. */
export const engines = {
  firefox: {
    title: 'Firefox',
    programs: [FIREFOX],
    packages: 'firefox-esr',
    recordsSound: true,
    start: startFirefox,
  },
  webkit: {
    title: 'WebKitGTK',
    programs: [WEBKIT_DRIVER, XVFB],
    packages: 'webkit2gtk-driver xvfb',
    // The plugins of GStreamer that it needs come with 82 other packages.
    recordsSound: false,
    start: startWebKit,
  },
} as const satisfies Record<string, EngineRow>;

type EngineName = keyof typeof engines;

/** Options of projects whose journeys run in another engine. */
export interface EngineOptions {
  readonly engineName: EngineName;
}

const names = ['firefox', 'webkit'] as const satisfies readonly EngineName[];

const isHere = (name: EngineName): boolean => engines[name].programs.every(existsSync);

/** The engines that this machine has. */
export const enginesHere = (): readonly EngineName[] => names.filter(isHere);

/** Says which engines are missing, and so are not tested. With REQUIRE_SERVICES it throws. */
export const announceMissingEngines = (): void => {
  for (const name of names) {
    const { title, packages } = engines[name];
    if (!isHere(name)) skipAloud(`journeys in ${title}`, `Try: apt-get install ${packages}`);
  }
};
