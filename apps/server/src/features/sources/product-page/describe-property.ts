import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import { readPropertyFacts, type NamedFact } from '../records/property-facts.ts';
import type { LinkedData, LinkedNode } from './json-ld.ts';
import type { PageFacts } from './page-facts.ts';

/** Types of homes and plots, and of the pages that offer them. */
export const propertyTypes: ReadonlySet<string> = new Set([
  'RealEstateListing',
  'Apartment',
  'House',
  'SingleFamilyResidence',
  'Residence',
  'Accommodation',
]);
const offerTypes: ReadonlySet<string> = new Set(['RealEstateListing', 'Offer']);

/** A home or plot on a page. */
export interface PropertyOnPage {
  readonly details: RealEstateDetails;
  /** The text that its location is found by. */
  readonly location: string;
}

/**
 * All nodes that describe one home: itself, and the listing or offer that names it or that it names.
 */
export const nodesOfProperty = (node: LinkedNode, data: LinkedData): readonly LinkedNode[] => {
  const namedBy = (one: LinkedNode): readonly LinkedNode[] =>
    [one, ...data.nodes(one, 'offers')].flatMap((of) =>
      ['about', 'mainEntity', 'itemOffered'].flatMap((property) => data.nodes(of, property)),
    );
  const naming = data.nodesOf(offerTypes).filter((one) => namedBy(one).includes(node));
  return [...new Set([node, ...namedBy(node), ...naming])];
};

const MAX_DECIMALS = 2;

/** A number or text with its unit, of a bare value or a `QuantitativeValue`. */
const quantity = (node: LinkedNode, property: string, data: LinkedData): string => {
  const [nested] = data.nodes(node, property);
  const value = nested === undefined ? data.text(node, property) : data.text(nested, 'value');
  const unit =
    nested === undefined ? '' : data.text(nested, 'unitCode') || data.text(nested, 'unitText');
  // "65.125" as text could be 65 thousand.
  const plain = /^\d+\.\d{3,}$/.test(value) ? Number(value).toFixed(MAX_DECIMALS) : value;
  return `${plain} ${unit}`.trim();
};

const quantities = [
  'floorSize',
  'numberOfRooms',
  'floorLevel',
  'yearBuilt',
  'propertyType',
  'lotSize',
] as const;

const factsOfNode = (node: LinkedNode, data: LinkedData): readonly NamedFact[] => [
  ...quantities.map((name) => ({ name, texts: [quantity(node, name, data)] })),
  ...data.nodes(node, 'additionalProperty').map((property) => ({
    name: data.text(property, 'name'),
    texts: [`${data.text(property, 'value')} ${data.text(property, 'unitText')}`.trim()],
  })),
  { name: 'business function', texts: [data.text(node, 'businessFunction')] },
  ...data.nodes(node, 'priceSpecification').map((price) => ({
    name: 'offer',
    // UN/CEFACT's code of a month.
    texts: [data.text(price, 'unitCode') === 'MON' ? 'rent' : ''],
  })),
];

const locationTexts = (nodes: readonly LinkedNode[], data: LinkedData) => {
  const holder = nodes.find((node) => data.values(node, 'address').some(Boolean));
  if (holder === undefined) return null;
  const [address] = data.nodes(holder, 'address');
  if (address === undefined) return { town: data.text(holder, 'address'), street: '' };
  const parts = ['addressLocality', 'addressRegion'].map((name) => data.text(address, name));
  return {
    town: parts.filter(Boolean).join(', '),
    street: data.text(address, 'streetAddress'),
  };
};

/** What a page says of itself in words. */
interface PageWords {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Its place in the site: "Наеми > Двустаен". */
  readonly category: string;
}

/** The facts of the home that `nodes` and the page's other data describe. */
export const describeProperty = (
  nodes: readonly LinkedNode[],
  data: LinkedData,
  { meta, labelled }: PageFacts,
  { url, title, description, category }: PageWords,
): PropertyOnPage => {
  const all = nodes.flatMap((node) => [node, ...data.nodes(node, 'offers')]);
  const town = ['addresslocality', 'addressregion'].map((name) => meta.get(name) ?? '');
  const where = locationTexts(nodes, data) ?? {
    town: town.filter(Boolean).join(', '),
    street: meta.get('streetaddress') ?? '',
  };
  const named: readonly NamedFact[] = [
    ...all.flatMap((node) => factsOfNode(node, data)),
    ...quantities.map((name) => ({
      name,
      texts: [
        `${meta.get(name.toLowerCase()) ?? ''} ${meta.get(`${name.toLowerCase()} unitcode`) ?? ''}`.trim(),
      ],
    })),
    ...labelled.map(({ label, value }) => ({ name: label, texts: [value] })),
    { name: 'property type', texts: [category] },
  ];
  return {
    // A quarter may be part of any of them.
    details: readPropertyFacts({
      named: named.filter(({ texts }) => texts.some(Boolean)),
      url,
      title: [title, where.street, where.town].filter(Boolean).join('\n'),
      description,
    }),
    location: where.town || title,
  };
};
