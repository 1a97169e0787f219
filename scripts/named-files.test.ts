import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '..');
const exclude = (name: string): boolean => ['node_modules', 'dist'].includes(path.basename(name));

const files = new Set(
  globSync('{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx}', { cwd: root, exclude }).map((file) =>
    path.basename(file),
  ),
);
/** What describes the present code. Decisions describe the code of their day. */
const documents = globSync(['*.md', 'docs/*.md', 'docs/{help,security}/*.md'], { cwd: root });

/** The source files that a document names. */
const namedIn = (document: string): readonly string[] =>
  [...document.matchAll(/`(?:[\w@.-]+\/)*([\w.-]+\.tsx?)`/g)].map(([, file = '']) => file);

test('documents name many files', () => {
  const named = documents.flatMap((document) =>
    namedIn(readFileSync(path.join(root, document), 'utf8')),
  );
  expect(named.length).toBeGreaterThan(200);
});

test.each(documents)('the source files that %s names exist', (document) => {
  const named = namedIn(readFileSync(path.join(root, document), 'utf8'));
  expect(named.filter((file) => !files.has(file))).toEqual([]);
});

/** Tests name files that they make up. */
const programs = globSync(
  ['*.{yaml,json}', '{apps,packages,e2e,bench,scripts,deploy}/**/*.{ts,tsx,js,css,sql,yml}'],
  { cwd: root, exclude },
).filter((file) => !/\.test(?:-data)?\./.test(file) && file !== 'package-lock.json');

test('the files of the repository that comments and messages of programs name exist', () => {
  const wrong = programs.flatMap((program) =>
    [
      ...readFileSync(path.join(root, program), 'utf8').matchAll(
        /(?<![\w./@-])(?:apps|packages|e2e|bench|scripts|deploy|docs)\/[\w./-]+\.(?:tsx?|js|md|json|sql|css|yml)\b/g,
      ),
    ]
      .filter(([file]) => !existsSync(path.join(root, file)))
      .map(([file]) => `${program}: ${file}`),
  );
  expect(wrong).toEqual([]);
  expect(programs.length).toBeGreaterThan(1_000);
});

/** The commands of `npm run`. */
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

test('the commands that documents name exist, and documents name each', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(path.join(root, document), 'utf8').matchAll(/npm (?:run )?([a-z][\w:-]*)/g)]
      .filter(([call, name = '']) => call.startsWith('npm run') || name in scripts)
      .map(([, name = '']) => name),
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  // npm makes the first by itself; "npm run check" makes the others.
  const known = Object.keys(scripts).filter((name) => !/^(?:postinstall$|check:)/.test(name));
  expect(known.filter((name) => !named.includes(name))).toEqual([]);
});

/** What `docs/finding-things.md` says: the file that has each name. */
const guide = readFileSync(path.join(root, 'docs/finding-things.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, , name = '', paths = ''] = line.split('|');
    const names = [...name.matchAll(/`(\w+)`/g)].map(([, one = '']) => one);
    const [, file = ''] = /`([^`]+)`/.exec(paths) ?? [];
    return names.map((one) => [one, file] as const);
  });

test('the guide to names has many rows', () => expect(guide.length).toBeGreaterThan(20));

test.each(guide)('%s is in %s', (name, file) => {
  const folder = /^(?:apps|packages)\//.test(file) ? '' : 'apps/server/src/features';
  const words = readFileSync(path.join(root, folder, file), 'utf8').split(/\W+/);
  expect(words.includes(name)).toBe(true);
});
