import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asvsRequirements } from './asvs-requirements.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const testFiles = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
});
const documents = ['docs/security.md', ...globSync('docs/security/*.md', { cwd: root })];
const chapters = globSync('docs/security/v*.md', { cwd: root });

const IS_TEST = /\.(?:test|spec)\.tsx?$/;

interface Proof {
  /** A test file by its name, or any other file by its path. */
  readonly file: string;
  /** Titles of tests, or text of the file. */
  readonly quotes: readonly string[];
}

/** Each `file` of a document with the quotations after it: all tests, and other quoted files. */
const proofsOf = (document: string): Proof[] =>
  [...document.matchAll(/`([\w./@-]+)`((?:, "[^"]+")*)/g)]
    .map(([, file = '', quotes = '']) => ({
      file,
      quotes: [...quotes.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote),
    }))
    .filter(({ file, quotes }) => IS_TEST.test(file) || quotes.length > 0);

const pathsOf = (file: string): string[] =>
  IS_TEST.test(file)
    ? testFiles.filter((found) => path.basename(found) === path.basename(file))
    : [file].filter((found) => existsSync(path.join(root, found)));

const proofs = documents.flatMap((document) => proofsOf(read(document)));

test('the documents of security name many tests', () => {
  expect(proofs.filter(({ file }) => IS_TEST.test(file)).length).toBeGreaterThan(200);
});

test.each(proofs)('$file exists and contains its quotations', (proof) => {
  const texts = pathsOf(proof.file).map(read);
  expect(texts).not.toHaveLength(0);
  const missing = proof.quotes.filter((quote) => !texts.some((text) => text.includes(quote)));
  expect(missing).toEqual([]);
});

const states = ['holds', 'departs', 'does not apply', 'not yet'];

interface Requirement {
  readonly number: string;
  readonly level: number;
  readonly state: string;
  /** The requirement's own text. */
  readonly text: string;
  /** The document's answer to it. */
  readonly statement: string;
}

const isQuoted = (line: string): boolean => line.startsWith('> ');

/** Parses `### 1.2.3 (level 1): holds`, the quoted requirement, and its answer. */
const requirementsOf = (document: string): Requirement[] =>
  document
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [heading = '', ...lines] = block.split('\n');
      const [, number = heading, level = '0', state = ''] =
        /^([\d.]+) \(level (\d)\): (.+)$/.exec(heading) ?? [];
      return {
        number,
        level: Number(level),
        state,
        text: lines.filter(isQuoted).join(' ').slice(2),
        statement: lines.filter((line) => !isQuoted(line) && !line.startsWith('## ')).join('\n'),
      };
    });

const requirements = chapters.flatMap((chapter) => requirementsOf(read(chapter)));

describe('OWASP ASVS 5.0, levels 1 and 2', () => {
  test('has every requirement once, at its level', () => {
    const named = requirements.map(({ number, level }) => `${number} (${level})`);
    const wanted = [...asvsRequirements].map(([number, level]) => `${number} (${level})`);
    expect(named.toSorted()).toEqual(wanted.toSorted());
  });

  test.each(requirements)('$number has its text, a state and a reason', (requirement) => {
    expect(states).toContain(requirement.state);
    expect(requirement.text).toMatch(/^Verify that,? .{30,}$/);
    expect(requirement.statement.trim().length).toBeGreaterThan(20);
  });

  test.each(requirements.filter(({ state }) => state === 'holds'))(
    '$number holds by a test, or by a named fact of the configuration',
    ({ statement }) => {
      expect(proofsOf(statement)).not.toHaveLength(0);
    },
  );
});
