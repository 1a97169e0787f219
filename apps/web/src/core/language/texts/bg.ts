import deals from './bg/deals.json';
import errors from './bg/errors.json';
import shell from './bg/shell.json';

/** The texts of the first route, loaded at start-up. */
export const bg = { ...shell, ...errors, ...deals };
