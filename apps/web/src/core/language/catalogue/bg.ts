import deals from './bg/deals.json';
import errors from './bg/errors.json';
import session from './bg/session.json';
import shell from './bg/shell.json';

export const bg = { ...shell, ...errors, ...deals, ...session };
