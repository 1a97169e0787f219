import { pagePaths } from '@izgodno/contract/site/page-paths';

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

const patterns = pagePaths.map(partsOf);

const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  given.length <= pattern.length &&
  pattern.every((part, place) => {
    const value = given[place];
    if (value === undefined) return part.endsWith('?');
    return part.startsWith(':') || part === value;
  });

/** Whether the browser has a page of this path. As there, a slash at its end counts for nothing. */
export const isKnownPage = (path: string): boolean => {
  const given = partsOf(path);
  return patterns.some((pattern) => isOfPattern(pattern, given));
};
