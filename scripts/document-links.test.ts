import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** A document without its blocks of code. */
const read = (document: string): string =>
  readFileSync(path.join(root, document), 'utf8').replaceAll(/^```.*?^```/gms, '');

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (document: string): ReadonlySet<string> => {
  const text = read(document);
  return new Set([
    ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
  ]);
};

/** The links to files of the repository, with the labels. */
const linksOf = (document: string): readonly (readonly [label: string, target: string])[] =>
  [...read(document).matchAll(/\[([^\]]*)\]\((?![a-z]+:|\/)([^)\s]+)\)/g)].map(
    ([, label = '', target = '']) => [label, target] as const,
  );

const isBroken = (document: string, target: string): boolean => {
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(root, found))) return true;
  return anchor !== undefined && !anchorsOf(found).has(anchor);
};

/** Whether a label is the number of another decision than the link leads to. */
const isMislabelled = (label: string, target: string): boolean => {
  const [, named] = /^(?:decisions? )?(\d{1,4})$/.exec(label) ?? [];
  const [, linked] = /(?:^|\/)(\d{4})-[^/]+\.md$/.exec(target) ?? [];
  return named !== undefined && linked !== undefined && Number(named) !== Number(linked);
};

test('documents have many links', () =>
  expect(documents.flatMap(linksOf).length).toBeGreaterThan(300));

test.each(documents)(
  'the links of %s lead to files, headings and the decisions named',
  (document) => {
    const wrong = linksOf(document).filter(
      ([label, target]) => isBroken(document, target) || isMislabelled(label, target),
    );
    expect(wrong).toEqual([]);
  },
);
