import deals from './bg/deals.json';
import errors from './bg/errors.json';
import shell from './bg/shell.json';

export const bg = { ...shell, ...errors, ...deals };
