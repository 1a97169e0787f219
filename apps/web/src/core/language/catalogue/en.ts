import deals from './en/deals.json';
import shell from './en/shell.json';

export const en = { ...shell, ...deals };
