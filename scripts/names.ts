import { parse } from '@swc/core';
import { isNode, type Node } from './syntax-node.ts';

const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

/** The names that a pattern declares: `a` and `b` in `{ a, c: [b] }`. */
const namesInPattern = (pattern: Node): readonly string[] => {
  switch (pattern['type']) {
    case 'Identifier':
    case 'PrivateName':
      return [String(pattern['value'])];
    case 'AssignmentPatternProperty':
      return nodesIn(pattern['key']).flatMap(namesInPattern);
    default:
      return ['properties', 'elements', 'value', 'left', 'argument', 'pat', 'param']
        .flatMap((part) => nodesIn(pattern[part]))
        .flatMap(namesInPattern);
  }
};

/** Which part of a node is the name, or the pattern, that the node declares. */
const declaringPart: ReadonlyMap<unknown, string> = new Map([
  // Variables, functions and types.
  ['VariableDeclarator', 'id'],
  ['FunctionDeclaration', 'identifier'],
  ['FunctionExpression', 'identifier'],
  ['ClassDeclaration', 'identifier'],
  ['ClassExpression', 'identifier'],
  ['TsInterfaceDeclaration', 'id'],
  ['TsTypeAliasDeclaration', 'id'],
  ['TsTypeParameter', 'name'],
  ['CatchClause', 'param'],
  // Names that an import or an export changes.
  ['ImportSpecifier', 'local'],
  ['ImportDefaultSpecifier', 'local'],
  ['ImportNamespaceSpecifier', 'local'],
  ['ExportSpecifier', 'exported'],
  // Members of types, classes and objects.
  ['TsPropertySignature', 'key'],
  ['TsMethodSignature', 'key'],
  ['TsGetterSignature', 'key'],
  ['TsSetterSignature', 'key'],
  ['TsTupleElement', 'label'],
  ['ClassProperty', 'key'],
  ['ClassMethod', 'key'],
  ['PrivateProperty', 'key'],
  ['PrivateMethod', 'key'],
  ['KeyValueProperty', 'key'],
  ['MethodProperty', 'key'],
  ['GetterProperty', 'key'],
  ['SetterProperty', 'key'],
]);

const namesOf = (node: Node): readonly string[] => {
  // `import { one as other }` declares `other`; `import { one }` declares nothing new.
  if (node['type'] === 'ImportSpecifier' && !isNode(node['imported'])) return [];
  return [declaringPart.get(node['type']) ?? '', 'params']
    .flatMap((part) => nodesIn(node[part]))
    .flatMap(namesInPattern);
};

export interface ReadingOfNames {
  readonly tsx: boolean;
  /** Whether `key` in `{ key: value }` counts: a type may declare it elsewhere. */
  readonly withKeys: boolean;
}

/** The names that a module declares: types, functions, variables, parameters and members. */
export const findDeclarations = async (
  code: string,
  { tsx, withKeys }: ReadingOfNames,
): Promise<readonly string[]> => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    if (withKeys || value['type'] !== 'KeyValueProperty') found.push(...namesOf(value));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit((await parse(code, { syntax: 'typescript', tsx })).body);
  return found;
};

/** A name's words in lower case, joined with hyphens: `http-answer` for `HTTPAnswer`. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
