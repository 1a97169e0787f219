import { lowestWhere } from './lowest-where.ts';

/**
 * How often each value of a column occurs in each group of a segment's rows: a few numbers instead
 * of all rows of a group.
 */
export class ValueCounts {
  /** Group i has the entries from `starts[i]` to `starts[i + 1]`, ascending by value. */
  readonly #starts: Uint32Array;
  readonly #values: Uint32Array;
  readonly #counts: Uint32Array;

  /** `column` is by place; group i has the places from `starts[i]` to `ends[i]`. */
  constructor(column: Uint16Array | Uint8Array, starts: Uint32Array, ends: Uint32Array) {
    const values = new Uint32Array(column.length);
    const counts = new Uint32Array(column.length);
    this.#starts = new Uint32Array(starts.length + 1);
    let used = 0;
    for (let group = 0; group < starts.length; group += 1) {
      const sorted = column.slice(starts[group], ends[group]).sort();
      for (let at = 0; at < sorted.length; at += 1) {
        if (at === 0 || sorted[at] !== sorted[at - 1]) {
          values[used] = sorted[at] ?? 0;
          used += 1;
        }
        counts[used - 1] = (counts[used - 1] ?? 0) + 1;
      }
      this.#starts[group + 1] = used;
    }
    this.#values = values.slice(0, used);
    this.#counts = counts.slice(0, used);
  }

  /** Uncounts one row of a group with the value. */
  remove(group: number, value: number): void {
    const end = this.#starts[group + 1] ?? 0;
    const at = lowestWhere(
      this.#starts[group] ?? 0,
      end,
      (entry) => (this.#values[entry] ?? 0) >= value,
    );
    this.#counts[at] = (this.#counts[at] ?? 0) - 1;
  }

  /** Adds the counts of a group to those of all values. */
  addTo(counts: Uint32Array, group: number): void {
    const end = this.#starts[group + 1] ?? 0;
    for (let at = this.#starts[group] ?? 0; at < end; at += 1) {
      const value = this.#values[at] ?? 0;
      counts[value] = (counts[value] ?? 0) + (this.#counts[at] ?? 0);
    }
  }

  /** How many rows of a group have a value for which the table has no bit. */
  countPassing(table: Uint8Array, group: number): number {
    const end = this.#starts[group + 1] ?? 0;
    let count = 0;
    for (let at = this.#starts[group] ?? 0; at < end; at += 1) {
      if (table[this.#values[at] ?? 0] === 0) count += this.#counts[at] ?? 0;
    }
    return count;
  }
}
