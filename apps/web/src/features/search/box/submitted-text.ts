// What a submitted text needs, in one file that loads with the first one.
export { openUrl } from './pasted-url.ts';
export { rememberSearch } from './recent-searches.ts';
