/** Numbers strings from 0 in the order of their first occurrence. Strings are never removed. */
export class Ordinals {
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value);
  }

  get size(): number {
    return this.#values.length;
  }

  get values(): readonly string[] {
    return this.#values;
  }

  /** The number of the string; a new one if it has none yet. */
  add(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }

  find(value: string): number | undefined {
    return this.#numbers.get(value);
  }

  /** Throws for an unknown number. */
  valueOf(ordinal: number): string {
    const value = this.#values[ordinal];
    if (value === undefined) throw new RangeError(`unknown ordinal ${ordinal}`);
    return value;
  }
}
