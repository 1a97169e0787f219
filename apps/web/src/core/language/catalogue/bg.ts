import deals from './bg/deals.json';
import errors from './bg/errors.json';
import shell from './bg/shell.json';

/** The texts of the first route, which are there from the start. */
export const bg = { ...shell, ...errors, ...deals };
