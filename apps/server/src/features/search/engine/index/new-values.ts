import { valuesOf, type Dictionaries } from './dictionaries.ts';

const NOTHING_SENT = { terms: 0, sources: 0, locations: 0, brands: 0 };

/** The values of growing dictionaries that another thread does not have yet. */
export class NewValues {
  #dictionaries: Dictionaries | null = null;
  #sent = NOTHING_SENT;

  /** Those since the last call; `isFirst` if the dictionaries are others than then. */
  next(dictionaries: Dictionaries) {
    const isFirst = dictionaries !== this.#dictionaries;
    const sent = isFirst ? NOTHING_SENT : this.#sent;
    const { terms, sources, locations, brands } = valuesOf(dictionaries);
    this.#dictionaries = dictionaries;
    this.#sent = {
      terms: terms.length,
      sources: sources.length,
      locations: locations.length,
      brands: brands.length,
    };
    return {
      isFirst,
      terms: terms.slice(sent.terms),
      sources: sources.slice(sent.sources),
      locations: locations.slice(sent.locations),
      brands: brands.slice(sent.brands),
    };
  }
}
