import deals from './bg/deals.json';
import shell from './bg/shell.json';

export const bg = { ...shell, ...deals };
