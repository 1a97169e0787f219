import deals from './en/deals.json';
import errors from './en/errors.json';
import session from './en/session.json';
import shell from './en/shell.json';

export const en = { ...shell, ...errors, ...deals, ...session };
