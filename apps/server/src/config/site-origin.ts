import type { Settings } from './settings.ts';

/** The origin of the site, for links. A start replaces PORT=0 by the port that it listens on. */
export const siteOrigin = ({ BASE_URL, PORT }: Pick<Settings, 'BASE_URL' | 'PORT'>): string =>
  BASE_URL ?? `http://localhost:${PORT}`;
