import type { BrandDictionary } from './brand-dictionary.ts';
import type { Segment } from './segment.ts';

/** How many live deals each brand has. */
export class BrandCounts {
  readonly #brands: BrandDictionary;
  readonly #counts: number[] = [];
  /** The brands in the form that is compared with the typed text. */
  readonly #folded: string[] = [];

  constructor(brands: BrandDictionary) {
    this.#brands = brands;
  }

  /** Adds the live rows of a segment, or with `sign` -1 subtracts them. */
  count({ columns, deleted }: Segment, sign: 1 | -1): void {
    for (let row = 0; row < deleted.length; row += 1) {
      if (deleted[row] === 0) this.#change(columns.brands[row] ?? 0, sign);
    }
  }

  removeRow({ columns }: Segment, row: number): void {
    this.#change(columns.brands[row] ?? 0, -1);
  }

  /**
   * Brands with the prefix, ignoring case, the most frequent first; spellings of one brand are
   * merged.
   */
  beginningWith(prefix: string, limit: number): readonly { text: string; count: number }[] {
    const folded = fold(prefix);
    const found = new Map<string, { text: string; most: number; count: number }>();
    for (let brand = 0; brand < this.#counts.length; brand += 1) {
      const key = (this.#folded[brand] ??= fold(this.#brands.nameOf(brand)));
      const count = this.#counts[brand] ?? 0;
      if (count === 0 || key === '' || !key.startsWith(folded)) continue;
      const text = this.#brands.nameOf(brand);
      const known = found.get(key) ?? { text, most: 0, count: 0 };
      // Numbers of brands depend on which thread has read them first.
      const isCommoner = count > known.most || (count === known.most && text < known.text);
      found.set(key, {
        text: isCommoner ? text : known.text,
        most: Math.max(count, known.most),
        count: known.count + count,
      });
    }
    return [...found.values()]
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .slice(0, limit)
      .map(({ text, count }) => ({ text, count }));
  }

  #change(brand: number, by: number): void {
    this.#counts[brand] = (this.#counts[brand] ?? 0) + by;
  }
}

const fold = (text: string): string => text.toLowerCase();
