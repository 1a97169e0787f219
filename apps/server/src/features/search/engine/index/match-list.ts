/** Rows of a segment to read. */
export interface ListedRows {
  /** Only the first `count` entries here and in `scores` are valid. Null for all rows. */
  readonly rows: Uint32Array | null;
  /** May be empty if nothing is ordered by score. */
  readonly scores: Int32Array;
  readonly count: number;
}

export interface MatchedRows extends ListedRows {
  readonly rows: Uint32Array;
}

/** Rows of a segment, ascending, and their scores. */
export class MatchList implements MatchedRows {
  rows = new Uint32Array();
  scores = new Int32Array();
  count = 0;

  /** Clears the list and makes room for `capacity` rows. */
  reset(capacity: number): void {
    this.count = 0;
    if (this.rows.length >= capacity) return;
    this.rows = new Uint32Array(capacity);
    this.scores = new Int32Array(capacity);
  }

  /** Becomes a copy of other rows and their scores. */
  copy({ rows, scores }: Omit<MatchedRows, 'count'>): void {
    this.reset(rows.length);
    this.rows.set(rows);
    this.scores.set(scores);
    this.count = rows.length;
  }
}

/** Greater than every row. */
const END = 0xffff_ffff;

/** The matches without some rows, of which those listed ascend, too. */
export const withoutRows = (matches: MatchedRows, without: Uint32Array): MatchedRows => {
  if (without.length === 0) return matches;
  const left = new MatchList();
  left.reset(matches.count);
  let listed = 0;
  for (let at = 0; at < matches.count; at += 1) {
    const row = matches.rows[at] ?? 0;
    while ((without[listed] ?? END) < row) listed += 1;
    if (without[listed] === row) continue;
    left.rows[left.count] = row;
    left.scores[left.count] = matches.scores[at] ?? 0;
    left.count += 1;
  }
  return left;
};

/** Merges the rows of both lists into a third, each with its better score. */
export const mergeMatches = (a: MatchList, b: MatchList, into: MatchList): void => {
  into.reset(a.count + b.count);
  const { rows, scores } = into;
  let atA = 0;
  let atB = 0;
  let count = 0;
  while (atA < a.count || atB < b.count) {
    const rowA = atA < a.count ? (a.rows[atA] ?? END) : END;
    const rowB = atB < b.count ? (b.rows[atB] ?? END) : END;
    let score = 0;
    if (rowA <= rowB) {
      score = a.scores[atA] ?? 0;
      atA += 1;
    }
    if (rowB <= rowA) {
      score = Math.max(score, b.scores[atB] ?? 0);
      atB += 1;
    }
    rows[count] = Math.min(rowA, rowB);
    scores[count] = score;
    count += 1;
  }
  into.count = count;
};
