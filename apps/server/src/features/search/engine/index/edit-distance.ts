import type { SortedWords } from './sorted-words.ts';

/**
 * The words within `maxEdits` edits of `text`: insert, delete, replace, swap of neighbours; no part
 * is edited twice. Words with a common prefix share the rows of the distance table, and a prefix
 * that is already too far is skipped with all its words.
 */
export function* wordsWithin(
  { words, shared }: SortedWords,
  text: string,
  maxEdits: number,
): Generator<{ word: string; edits: number }> {
  const width = text.length + 1;
  const tooFar = maxEdits + 1;
  // rows[d] holds the distances of a word's first d letters to the prefixes of `text` whose lengths
  // differ by at most `maxEdits`, and `tooFar` beside them.
  const rows: number[][] = [Array.from({ length: width }, (_, column) => Math.min(column, tooFar))];

  /** Returns the least distance in the row; those of all later rows are not less. */
  const computeRow = (word: string, depth: number): number => {
    const above = rows[depth - 1] ?? [];
    const letter = word.charCodeAt(depth - 1);
    const row = (rows[depth] ??= Array.from({ length: width }, () => 0));
    const from = Math.max(1, depth - maxEdits);
    const to = Math.min(width - 1, depth + maxEdits);
    let smallest = Math.min(depth, tooFar);
    row[from - 1] = from === 1 ? smallest : tooFar;
    for (let column = from; column <= to; column += 1) {
      const target = text.charCodeAt(column - 1);
      let distance = Math.min(
        (above[column] ?? 0) + 1,
        (row[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (letter === target ? 0 : 1),
      );
      if (
        depth > 1 &&
        column > 1 &&
        letter === text.charCodeAt(column - 2) &&
        word.charCodeAt(depth - 2) === target
      ) {
        distance = Math.min(distance, (rows[depth - 2]?.[column - 2] ?? 0) + 1);
      }
      row[column] = distance;
      smallest = Math.min(smallest, distance);
    }
    if (to < width - 1) row[to + 1] = tooFar;
    return smallest;
  };

  let known = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    let depth = known;
    let hopeless = false;
    while (depth < word.length && !hopeless) {
      depth += 1;
      hopeless = computeRow(word, depth) > maxEdits;
    }
    if (!hopeless && Math.abs(word.length - text.length) <= maxEdits) {
      const edits = rows[word.length]?.[text.length] ?? tooFar;
      if (edits <= maxEdits) yield { word, edits };
    }
    at += 1;
    if (hopeless) while ((shared[at] ?? 0) >= depth) at += 1;
    known = Math.min(depth, shared[at] ?? 0);
  }
}
