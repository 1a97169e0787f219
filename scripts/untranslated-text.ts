import { parse } from '@swc/core';
import { isObject } from '../packages/contract/src/common/is-object.ts';

/** Attributes with text for users, of elements and of our own components. */
export const textAttributes = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
];

/** Functions whose first argument is displayed. */
const sayingFunctions = ['showToast', 'usePageTitle'];

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

const isNode = (value: unknown): value is Node =>
  isObject(value) && typeof value['type'] === 'string';

/** Arguments and items of arrays are wrapped in another object. */
const unwrap = (value: unknown): unknown =>
  isObject(value) && !isNode(value) ? value['expression'] : value;

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flat().map(unwrap).filter(isNode);

/** A comparison displays nothing, and the left side of `&&` is only a condition. */
const operandsShown = ({ operator, left, right }: Node): readonly unknown[] => {
  if (operator === '&&') return [right];
  return ['||', '??', '+'].some((one) => one === operator) ? [left, right] : [];
};

/** The possible string values of an expression, in itself or in a branch. */
const stringsIn = (node: unknown): readonly string[] => {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'StringLiteral':
    case 'JSXText':
      return [String(node['value'])];
    case 'TemplateElement':
      return [String(node['raw'])];
    case 'TemplateLiteral':
      return [node['quasis']].flat().flatMap(stringsIn);
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap(stringsIn);
    case 'BinaryExpression':
      return operandsShown(node).flatMap(stringsIn);
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
    case 'TsAsExpression':
      return stringsIn(node['expression']);
    default:
      return [];
  }
};

const nameOf = (node: unknown): unknown => (isNode(node) ? node['value'] : undefined);

const isOneOf = (names: readonly string[], name: unknown): boolean =>
  names.some((one) => one === name);

const shownBy = (node: Node): readonly string[] => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [node['children']].flat().flatMap(stringsIn);
    case 'JSXAttribute':
      return isOneOf(textAttributes, nameOf(node['name'])) ? stringsIn(node['value']) : [];
    case 'CallExpression':
      return isOneOf(sayingFunctions, nameOf(node['callee']))
        ? [node['arguments']].flat().slice(0, 1).map(unwrap).flatMap(stringsIn)
        : [];
    default:
      return [];
  }
};

/** Texts with letters that a module of components displays without the catalogue. */
export const findUntranslatedText = async (code: string): Promise<readonly string[]> => {
  const found: string[] = [];
  const visit = (node: Node): void => {
    found.push(...shownBy(node));
    for (const child of childrenOf(node)) visit(child);
  };
  visit({ ...(await parse(code, { syntax: 'typescript', tsx: true })) });
  return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
};
