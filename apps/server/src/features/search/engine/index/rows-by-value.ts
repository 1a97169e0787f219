import { sharedWords } from './shared-memory.ts';

/** The rows of a segment, grouped by their value in a column, without those of the first values. */
export class RowsByValue {
  /** Value i has the rows from `starts[i]` to `starts[i + 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;

  constructor({ starts, rows }: Pick<RowsByValue, 'starts' | 'rows'>) {
    this.starts = starts;
    this.rows = rows;
  }

  /** Rows with a value below `from` are in no list. The lists are in shared memory. */
  static of(column: Uint16Array | Uint8Array, from = 0): RowsByValue {
    let range = 1;
    for (const value of column) range = Math.max(range, value + 1);
    const starts = sharedWords(range + 1);
    for (const value of column) {
      if (value >= from) starts[value + 1] = (starts[value + 1] ?? 0) + 1;
    }
    for (let value = 0; value < range; value += 1) {
      starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
    }
    const free = starts.slice();
    const rows = sharedWords(starts[range] ?? 0);
    for (let row = 0; row < column.length; row += 1) {
      const value = column[row] ?? 0;
      if (value < from) continue;
      const at = free[value] ?? 0;
      rows[at] = row;
      free[value] = at + 1;
    }
    return new RowsByValue({ starts, rows });
  }

  get byteLength(): number {
    return this.starts.byteLength + this.rows.byteLength;
  }

  /** All rows, those of the highest value first. */
  descending(): Uint32Array {
    const rows = new Uint32Array(this.rows.length);
    let count = 0;
    for (let value = this.starts.length - 2; value >= 0; value -= 1) {
      const list = this.rows.subarray(this.starts[value], this.starts[value + 1]);
      rows.set(list, count);
      count += list.length;
    }
    return rows;
  }

  /** The rows whose values have no bit in the table, in a few lists, deleted rows included. */
  passing(table: Uint8Array): readonly Uint32Array[] {
    const lists: Uint32Array[] = [];
    const range = this.starts.length - 1;
    for (let value = 0; value < range; value += 1) {
      if (table[value] !== 0) continue;
      const first = value;
      while (value + 1 < range && table[value + 1] === 0) value += 1;
      const list = this.rows.subarray(this.starts[first], this.starts[value + 1]);
      if (list.length > 0) lists.push(list);
    }
    return lists;
  }
}
