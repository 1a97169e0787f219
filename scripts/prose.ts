import path from 'node:path';
import { parse } from '@swc/core';
import { isNode, type Node } from './syntax-node.ts';

/** Nodes whose text may look like a comment. */
const literals: ReadonlySet<unknown> = new Set([
  'StringLiteral',
  'TemplateElement',
  'RegExpLiteral',
  'JSXText',
]);

const titled: ReadonlySet<unknown> = new Set(['test', 'it', 'describe']);

/** The name that a call starts from: `test` in `test.each(rows)('title', …)`. */
const rootOf = (node: unknown): unknown =>
  isNode(node) ? (node['value'] ?? rootOf(node['callee'] ?? node['object'])) : undefined;

interface Span {
  readonly start: number;
  readonly end: number;
}

const spanOf = ({ span }: Node): Span =>
  isNode(span) ? { start: Number(span['start']), end: Number(span['end']) } : { start: 0, end: 0 };

/** The first token, so that the module's span starts where the text does. */
const START = '0;\n';

const codeProse = async (code: string, tsx: boolean): Promise<readonly string[]> => {
  const bytes = Buffer.from(START + code);
  const module = await parse(START + code, { syntax: 'typescript', tsx });
  const textAt = ({ start, end }: Span): string =>
    bytes.toString('utf8', start - module.span.start, end - module.span.start);
  const found: Span[] = [];
  const titles: string[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    if (literals.has(value['type'])) found.push(spanOf(value));
    if (value['type'] === 'CallExpression' && titled.has(rootOf(value['callee']))) {
      const [first] = [value['arguments']].flat();
      const title = isNode(first) ? first['expression'] : undefined;
      if (isNode(title) && String(title['type']).endsWith('Literal')) {
        titles.push(textAt(spanOf(title)));
      }
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit({ ...module });
  for (const { start, end } of found) {
    bytes.fill(' ', start - module.span.start, end - module.span.start);
  }
  const comments = bytes.toString('utf8').match(/\/\*[\s\S]*?\*\/|(?:\/\/.*\n\s*)*\/\/.*/g) ?? [];
  return [...comments, ...titles];
};

const joinLines = (comment: string): string =>
  comment.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#|--)?\s*/g, ' ');

const matchAll = (text: string, pattern: RegExp): readonly string[] => text.match(pattern) ?? [];

/** The texts for programmers in a file: comments and test titles, or a document's prose. */
const textsOf = async (file: string, text: string): Promise<readonly string[]> => {
  switch (path.extname(file)) {
    case '.ts':
    case '.tsx':
    case '.js':
      return await codeProse(text, file.endsWith('x'));
    case '.css':
      return matchAll(text, /\/\*[\s\S]*?\*\//g);
    case '.sql':
      return matchAll(text, /\/\*[\s\S]*?\*\/|(?:--.*\n\s*)*--.*/g);
    case '.md':
      // Without code, and without the quoted requirements of OWASP ASVS.
      return text.replaceAll(/^(```|~~~)[\s\S]*?^\1|^> Verify .*/gm, '').split(/\n{2,}/);
    default:
      return matchAll(text, /(?:^\s*#.*\n)*^\s*#.*/gm);
  }
};

/** Each has a plainer word. */
const BANNED = /\b(?:anew|for ever|whoever|nobody|told|stands|be had|lets go|bears)\b/i;

/** The texts of a file with a banned word outside backticks. */
export const findBannedWords = async (file: string, text: string): Promise<readonly string[]> => {
  // Most files have none at all, and need not be parsed.
  if (!BANNED.test(joinLines(text))) return [];
  return (await textsOf(file, text))
    .map(joinLines)
    .filter((prose) => BANNED.test(prose.replaceAll(/`[^`]*`/g, '')));
};
