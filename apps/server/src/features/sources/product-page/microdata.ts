const PRODUCT_TYPE = /\/(?:Product|IndividualProduct|Vehicle|Car|Offer|AggregateOffer)\/?$/i;
const PROPERTY_TYPE =
  /\/(?:RealEstateListing|Apartment|House|SingleFamilyResidence|Residence|Accommodation)\/?$/i;
const POSTAL_TYPE = /\/PostalAddress\/?$/i;
const QUANTITY_TYPE = /\/QuantitativeValue\/?$/i;

/** Elements without an end, and the attributes that are their values. */
const EMPTY = /^(?:meta|link|img|br|hr|input|source|wbr|area|base|col|embed|track)$/;

export const hasNoEnd = (name: string): boolean => EMPTY.test(name);

type Attributes = Readonly<Record<string, string>>;

/** The attribute that is the value of a property of microdata; undefined for its text. */
const valueOf = (name: string, attributes: Attributes): string | undefined =>
  attributes['content'] ??
  (name === 'img' ? attributes['src'] : undefined) ??
  (name === 'link' ? attributes['href'] : undefined);

interface Scope {
  /** Whether it describes the product, rather than its shop or a review. */
  readonly isRead: boolean;
  /** The property that it is the quantity of, such as `floorsize`; empty for any other scope. */
  readonly quantity: string;
  readonly depth: number;
}

/** The name that a property has in `meta`: a quantity's is that of the property which it measures. */
const nameIn = ({ quantity }: Scope, property: string): string => {
  if (quantity === '') return property;
  return property === 'value' ? quantity : `${quantity} ${property}`;
};

/** Reads microdata: values of attributes into `meta`; the text of others is for the caller. */
export const createMicrodata = (meta: Map<string, string>) => {
  const scopes: Scope[] = [];
  let hasProperty = false;

  const enter = (property: string, type: string, depth: number): void => {
    const isPart = property !== '' && scopes.at(-1)?.isRead === true;
    const isProperty = PROPERTY_TYPE.test(type);
    hasProperty ||= isProperty;
    const isQuantity = isPart && QUANTITY_TYPE.test(type);
    scopes.push({
      isRead:
        PRODUCT_TYPE.test(type) || isProperty || isQuantity || (isPart && POSTAL_TYPE.test(type)),
      quantity: isQuantity ? property : '',
      depth,
    });
  };

  return {
    /** Returns the property whose value is the text of this element, or null. */
    open(name: string, attributes: Attributes, depth: number): string | null {
      const property = attributes['itemprop']?.trim().toLowerCase() ?? '';
      if (attributes['itemscope'] !== undefined) {
        if (!hasNoEnd(name)) enter(property, attributes['itemtype']?.trim() ?? '', depth);
        return null;
      }
      const scope = scopes.at(-1);
      if (property === '' || scope?.isRead !== true) return null;
      const known = nameIn(scope, property);
      const value = valueOf(name, attributes)?.trim();
      if (value === undefined) return hasNoEnd(name) ? null : known;
      if (value !== '' && !meta.has(known)) meta.set(known, value);
      return null;
    },
    close(depth: number): void {
      if (scopes.at(-1)?.depth === depth) scopes.pop();
    },
    /** Whether a home or a plot is among what it describes. */
    hasProperty: () => hasProperty,
  };
};
