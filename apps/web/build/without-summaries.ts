import type { Plugin } from 'vite';

const CONTRACT = '/packages/contract/src/';
const SUMMARY = /^\s*summary:\s*(?:'[^'\n]*'|"[^"\n]*"),$/gm;

/** Leaves out the line that tells of each call in the server's documents: the browser never reads it. */
export const withoutSummaries = (): Plugin => ({
  name: 'izgodno:without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes(CONTRACT) ? { code: code.replaceAll(SUMMARY, ''), map: null } : null,
});
