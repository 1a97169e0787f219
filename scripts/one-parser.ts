import { parse } from '@swc/core';
import { isNode, type Node } from './syntax-node.ts';

/** Functions of the schema library that run a schema on an external value. */
const parsing: ReadonlySet<string> = new Set([
  'parse',
  'parseAsync',
  'safeParse',
  'safeParseAsync',
  'spa',
  'safeDecode',
  'safeDecodeAsync',
  'decodeAsync',
  'validate',
  'validateAsync',
  '~standard',
]);

/** Other objects with a method `parse`. */
const otherParsers: ReadonlySet<string> = new Set(['JSON', 'URL', 'Date', 'path', 'Metadata']);

const textOf = (node: unknown): string =>
  isNode(node) && typeof node['value'] === 'string' ? node['value'] : '';

/** The name of a property that an expression reads: `a.name` or `a['name']`. */
const propertyOf = (property: unknown): string => {
  if (!isNode(property) || property['type'] === 'PrivateName') return '';
  return textOf(property['type'] === 'Computed' ? property['expression'] : property);
};

const namesIn = (node: Node): readonly string[] => {
  switch (node['type']) {
    case 'MemberExpression':
      return otherParsers.has(textOf(node['object'])) ? [] : [propertyOf(node['property'])];
    // `const { safeParse } = schema`
    case 'AssignmentPatternProperty':
    case 'KeyValuePatternProperty':
      return [textOf(node['key'])];
    // `import { safeParse } from 'zod/mini'`
    case 'ImportDeclaration':
      return textOf(node['source']).startsWith('zod')
        ? [node['specifiers']]
            .flat()
            .filter(isNode)
            .map((one) => textOf(one['imported']) || textOf(one['local']))
        : [];
    default:
      return [];
  }
};

/** Other methods, which are no reason to read a module's syntax. */
const OTHERS = new RegExp(`(?<![\\w$.#])(?:${[...otherParsers].join('|')})\\.parse\\b`, 'g');
const NAMED = new RegExp(`(?<![\\w$])(?:${[...parsing].join('|')})(?![\\w$])`);

/** The schema library's parsers that a module names, in any form. */
export const findParsing = async (code: string): Promise<readonly string[]> => {
  if (!NAMED.test(code.replaceAll(OTHERS, ''))) return [];
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    found.push(...namesIn(value).filter((name) => parsing.has(name)));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(await parse(code, { syntax: 'typescript' }));
  return found;
};
