import type { BrandCount } from '../facets.ts';
import { brandTitle } from '../../brands/brand-of.ts';
import { Ordinals } from './ordinals.ts';

/** Between the slug and the name; neither has one. */
const SEPARATOR = '\t';

/** Numbers the spellings of brands; 0 is none. Spellings of one brand share its slug. */
export class BrandDictionary {
  readonly #spellings: Ordinals;
  readonly #bySlug = new Map<string, number[]>();
  /** By name, the brand that was added last: almost all deals with a name have the same slug. */
  readonly #added = new Map<string, { readonly slug: string | null; readonly number: number }>();

  constructor(values: Iterable<string> = []) {
    this.#spellings = new Ordinals(['']);
    this.extend(values);
  }

  /** Adds the values of another dictionary, with the same numbers if this one had those before them. */
  extend(values: Iterable<string>): void {
    for (const value of values) this.numberOf(value);
  }

  get size(): number {
    return this.#spellings.size;
  }

  /** What the constructor takes. */
  get values(): readonly string[] {
    return this.#spellings.values;
  }

  /** The number of a deal's brand; one without a name has that of its slug. */
  add(slug: string | null, name: string | null): number {
    if (name === null) return slug === null ? 0 : this.#numberOf(slug, brandTitle(slug));
    const added = this.#added.get(name);
    if (added?.slug === slug) return added.number;
    const number = this.#numberOf(slug, name);
    this.#added.set(name, { slug, number });
    return number;
  }

  #numberOf(slug: string | null, shown: string): number {
    return this.numberOf(`${slug ?? ''}${SEPARATOR}${shown.replaceAll(SEPARATOR, ' ')}`);
  }

  nameOf(number: number): string {
    return this.#spellings.valueOf(number).split(SEPARATOR)[1] ?? '';
  }

  /** The numbers of all spellings of a brand. */
  numbersOf(slug: string): readonly number[] {
    return this.#bySlug.get(slug) ?? [];
  }

  /** Names counts by number; a brand without a slug cannot be chosen, and is left out. */
  present(counts: Uint32Array): readonly BrandCount[] {
    return [...this.#bySlug].flatMap(([slug, numbers]) =>
      numbers.flatMap((number) => {
        const count = counts[number] ?? 0;
        return count === 0 ? [] : [{ slug, name: this.nameOf(number), count }];
      }),
    );
  }

  /** The number of one of the values; a new one if it has none yet. */
  numberOf(value: string): number {
    const known = this.#spellings.find(value);
    if (known !== undefined) return known;
    const number = this.#spellings.add(value);
    const [slug = ''] = value.split(SEPARATOR);
    if (slug === '') return number;
    const numbers = this.#bySlug.get(slug);
    if (numbers === undefined) this.#bySlug.set(slug, [number]);
    else numbers.push(number);
    return number;
  }
}
