const EMPTY = 0xffff_ffff;

const hash = (id: number): number => {
  // Ids have up to 53 bits, so both halves are hashed.
  const mixed = Math.imul((id | 0) ^ Math.floor(id / 0x1_0000_0000), 0x9e37_79b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** Finds the row of an id in a column of unique ids, by open addressing at most half full. */
export class IdTable {
  readonly #ids: Float64Array;
  readonly #slots: Uint32Array;
  readonly #mask: number;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  constructor(ids: Float64Array) {
    this.#ids = ids;
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, ids.length * 2)));
    this.#mask = capacity - 1;
    this.#slots = new Uint32Array(capacity).fill(EMPTY);
    for (let row = 0; row < ids.length; row += 1) {
      const id = ids[row] ?? 0;
      this.#lowest = Math.min(this.#lowest, id);
      this.#highest = Math.max(this.#highest, id);
      let slot = hash(id) & this.#mask;
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = row;
    }
  }

  /** Returns -1 if there is none. */
  rowOf(id: number): number {
    // Deals of a segment usually came together, so that almost all segments are ruled out by their
    // range of ids.
    if (id < this.#lowest || id > this.#highest) return -1;
    let slot = hash(id) & this.#mask;
    for (;;) {
      const row = this.#slots[slot] ?? EMPTY;
      if (row === EMPTY) return -1;
      if (this.#ids[row] === id) return row;
      slot = (slot + 1) & this.#mask;
    }
  }
}
