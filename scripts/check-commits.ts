import { spawnSync } from 'node:child_process';
import path from 'node:path';

// Rejects long commit subjects. Part of `npm run check`, so that a long one is seen before a push.

/** Subjects are short since this commit. */
const FIRST_SHORT = 'c9ec529';
const MAX_LENGTH = 72;

// Absent in an archive, a shallow clone, or where git is not installed.
const { status, stdout } = spawnSync(
  'git',
  ['log', '--no-merges', '--format=%s', `${FIRST_SHORT}..HEAD`],
  { cwd: path.resolve(import.meta.dirname, '..'), encoding: 'utf8' },
);
const long = status === 0 ? stdout.split('\n').filter(({ length }) => length > MAX_LENGTH) : [];
for (const subject of long) {
  console.error(`Commit subject of ${subject.length} characters, not ${MAX_LENGTH}: ${subject}`);
}
process.exitCode = long.length === 0 ? 0 : 1;
