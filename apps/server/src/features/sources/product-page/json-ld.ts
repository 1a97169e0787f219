/** Deeper than any real page nests its data. */
const MAX_DEPTH = 32;
/** The largest number of nodes read from one page. */
const MAX_NODES = 10_000;
/**
 * The most values of a property, and the longest text. References repeat what they refer to, so
 * that a short page could describe any number of offers.
 */
const MAX_VALUES = 200;
const MAX_TEXT_LENGTH = 50_000;
/**
 * Characters read of all texts together, of which a value counts as ten: a text that is referred to is read
 * again and again.
 */
const MAX_READ = 4_000_000;
const VALUE_COST = 10;
const MAX_TYPES = 10;
const MAX_TYPE_LENGTH = 200;

/** One node of a page's structured data, its properties unparsed. */
export type LinkedNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is LinkedNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// oxlint-disable-next-line no-control-regex -- what pages put into texts, and JSON does not allow there
const CONTROLS = /[\0-\x1F]+/g;

const parseBlock = (text: string): unknown => {
  const bare = text.replace(
    /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\]\]>|\/\*\s*\]\]>\s*\*\/);?\s*$/g,
    '',
  );
  for (const candidate of [bare, bare.replace(CONTROLS, ' ').replace(/,\s*([}\]])/g, '$1')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next parser is more lenient; a block that none can parse is ignored.
    }
  }
  return null;
};

/** A property's first values. A list is cut first: it may be a million long, and be looked at again and again. */
const valuesOf = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [value];

/** "Product" of "Product", "schema:Product" and "https://schema.org/Product". */
const typeNames = (node: LinkedNode): readonly string[] =>
  valuesOf(node['@type'], MAX_TYPES).flatMap((type) =>
    typeof type === 'string' && type.length <= MAX_TYPE_LENGTH
      ? [type.replace(/^.*[/#:]/, '')]
      : [],
  );

/** The structured data of a page, with references by `@id` resolved. */
export interface LinkedData {
  /** Every node of one of these types, in the order of the page. */
  nodesOf(types: ReadonlySet<string>): readonly LinkedNode[];
  /** The values of a property, references followed; an empty list for none, and once too much was read. */
  values(node: LinkedNode, property: string): readonly unknown[];
  /** The first value that is text or a number, trimmed; empty for none. */
  text(node: LinkedNode, property: string): string;
  /** The values that are nodes. */
  nodes(node: LinkedNode, property: string): readonly LinkedNode[];
  /** Whether a node is of one of these types. */
  isA(node: LinkedNode, types: ReadonlySet<string>): boolean;
}

/** Counts the properties of nodes, of each once: a large one can be referred to again and again. */
const createSizeOf = () => {
  const sizes = new Map<LinkedNode, number>();
  return (node: LinkedNode): number => {
    const size = sizes.get(node) ?? Object.keys(node).length;
    sizes.set(node, size);
    return size;
  };
};

/** Reads the JSON-LD blocks of a page. A block that cannot be read is left out. */
export const readLinkedData = (blocks: readonly string[]): LinkedData => {
  const all: LinkedNode[] = [];
  const byId = new Map<string, LinkedNode>();
  const sizeOf = createSizeOf();

  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || all.length >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
    } else if (isNode(value)) {
      all.push(value);
      const id = value['@id'];
      if (typeof id === 'string') {
        const known = byId.get(id);
        // A reference has only its @id; the node itself has the most properties.
        if (known === undefined || sizeOf(value) > sizeOf(known)) byId.set(id, value);
      }
      for (const part of Object.values(value)) visit(part, depth + 1);
    }
  };
  for (const block of blocks) visit(parseBlock(block), 0);

  const resolve = (value: unknown): unknown => {
    if (!isNode(value)) return value;
    const id = value['@id'];
    return typeof id === 'string' && sizeOf(value) === 1 ? (byId.get(id) ?? value) : value;
  };
  let left = MAX_READ;
  const values = (node: LinkedNode, property: string): readonly unknown[] => {
    const given = left > 0 ? valuesOf(node[property], MAX_VALUES) : [];
    left -= VALUE_COST * given.length;
    return [...new Set(given.map(resolve))];
  };
  const beginningOf = (text: string): string => {
    const beginning = text.slice(0, MAX_TEXT_LENGTH).trim();
    left -= beginning.length;
    return beginning;
  };
  const isA = (node: LinkedNode, types: ReadonlySet<string>): boolean =>
    typeNames(node).some((type) => types.has(type));

  return {
    nodesOf: (types) => all.filter((node) => isA(node, types)),
    values,
    text(node, property) {
      for (const value of values(node, property)) {
        if (typeof value === 'number') return String(value);
        if (typeof value === 'string') {
          const text = beginningOf(value);
          if (text !== '') return text;
        }
        // {"@value": "…"} is a text with a language or type.
        const inner = isNode(value) ? value['@value'] : null;
        if (typeof inner === 'string' || typeof inner === 'number')
          return beginningOf(String(inner));
      }
      return '';
    },
    nodes: (node, property) => values(node, property).filter(isNode),
    isA,
  };
};
