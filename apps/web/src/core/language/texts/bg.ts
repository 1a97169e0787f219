import type { Messages } from '../format-message.ts';
import errors from './bg/errors.json';
import shell from './bg/shell.json';

/** The texts of the first route, loaded at start-up. */
export const bg = { ...shell, ...errors };

/** Load the other areas, by their files. */
export const areas = import.meta.glob<{ readonly default: Messages }>(
  ['./*.json', '!./errors.json', '!./shell.json'],
  { base: './bg' },
);
