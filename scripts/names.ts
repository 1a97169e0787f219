import { parse } from '@swc/core';
import { isNode, type Node } from './syntax-node.ts';

const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

/** The names that a pattern declares: `a` and `b` in `{ a, c: [b] }`. */
const namesInPattern = (pattern: Node): readonly string[] => {
  switch (pattern['type']) {
    case 'Identifier':
      return [String(pattern['value'])];
    case 'AssignmentPatternProperty':
      return nodesIn(pattern['key']).flatMap(namesInPattern);
    default:
      return ['properties', 'elements', 'value', 'left', 'argument']
        .flatMap((part) => nodesIn(pattern[part]))
        .flatMap(namesInPattern);
  }
};

const namesOf = (statement: Node): readonly string[] => {
  switch (statement['type']) {
    case 'ExportDeclaration':
      return nodesIn(statement['declaration']).flatMap(namesOf);
    case 'VariableDeclaration':
      return nodesIn(statement['declarations'])
        .flatMap((declarator) => nodesIn(declarator['id']))
        .flatMap(namesInPattern);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return nodesIn(statement['identifier']).flatMap(namesInPattern);
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return nodesIn(statement['id']).flatMap(namesInPattern);
    default:
      return [];
  }
};

/** The names that a module declares at its top level. */
export const findDeclarations = async (code: string, tsx: boolean): Promise<readonly string[]> => {
  const { body } = await parse(code, { syntax: 'typescript', tsx });
  return body.flatMap((statement) => namesOf({ ...statement }));
};

/** A name's words in lower case, joined with hyphens: `http-answer` for `HTTPAnswer`. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
