import deals from './en/deals.json';
import errors from './en/errors.json';
import shell from './en/shell.json';

/** The texts of the first route, loaded at start-up. */
export const en = { ...shell, ...errors, ...deals };
