import { CallError } from '#platform/http/errors.ts';
import type { Files } from '#ports/files.ts';

/** A product that keeps no files: nobody owns any, and messages hold none. */
export const noFiles: Files = {
  registerAudience() {},
  registerUploadPolicy() {},
  findOwned: () => Promise.resolve([]),
  attach: (ids) =>
    ids.length === 0 ? Promise.resolve() : Promise.reject(new CallError('not_found')),
  release: () => Promise.resolve(),
  describe: () => Promise.resolve(new Map()),
};
