import path from 'node:path';
import { API, TypeFlags, type Project, type Type, type UnionType } from 'typescript/unstable/sync';
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isParenthesizedExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { textAttributes } from './untranslated-text.ts';

const membersOf = (type: Type): readonly Type[] =>
  (type.flags & TypeFlags.Union) === 0
    ? [type]
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag says so.
      (type as UnionType).getTypes();

/** Whether a value is a number; what may also be an element is somebody else's content. */
const isNumber = (type: Type | undefined): boolean => {
  const members = type === undefined ? [] : membersOf(type);
  return (
    members.some(({ flags }) => (flags & TypeFlags.NumberLike) !== 0) &&
    members.every(({ flags }) => (flags & TypeFlags.Object) === 0)
  );
};

/** The expressions whose value an expression shows: itself, its branches, the parts of a template. */
const shownParts = (expression: Expression): readonly Expression[] => {
  if (isParenthesizedExpression(expression)) return shownParts(expression.expression);
  if (isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(shownParts);
  if (isTemplateExpression(expression))
    return expression.templateSpans.flatMap((span) => shownParts(span.expression));
  return [expression];
};

const templatesIn = (node: Node): readonly Expression[] => {
  if (isTemplateExpression(node)) return shownParts(node);
  const found: Expression[] = [];
  node.forEachChild((child) => {
    found.push(...templatesIn(child));
  });
  return found;
};

/** The expressions that a node puts into a text that a user reads. */
const shownBy = (node: Node): readonly Expression[] => {
  if (isJsxElement(node) || isJsxFragment(node))
    return node.children.flatMap((child) =>
      isJsxExpression(child) && child.expression !== undefined ? shownParts(child.expression) : [],
    );
  if (isJsxAttribute(node) && textAttributes.includes(node.name.getText()))
    return node.initializer !== undefined &&
      isJsxExpression(node.initializer) &&
      node.initializer.expression !== undefined
      ? shownParts(node.initializer.expression)
      : [];
  if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 't')
    return node.arguments.slice(1).flatMap(templatesIn);
  return [];
};

const inFile = (project: Project, file: SourceFile): readonly string[] => {
  const shown: Expression[] = [];
  const visit = (node: Node): void => {
    shown.push(...shownBy(node));
    node.forEachChild(visit);
  };
  visit(file);
  const types = project.checker.getTypeAtLocation(shown);
  return shown.filter((_, index) => isNumber(types[index])).map((node) => node.getText());
};

/** Numbers that components of a TypeScript project show unformatted, as `file: expression`. */
export const findBareNumbers = (
  config: string,
  isShown: (file: string) => boolean,
): readonly string[] => {
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`TypeScript did not open ${config}`);
    return project.program
      .getSourceFileNames()
      .filter((name) => name.endsWith('.tsx') && isShown(name))
      .flatMap((name) => {
        const file = project.program.getSourceFile(name);
        if (file === undefined) throw new Error(`TypeScript did not read ${name}`);
        return inFile(project, file).map(
          (text) => `${path.relative(path.dirname(config), name)}: ${text}`,
        );
      });
  } finally {
    api.close();
  }
};
