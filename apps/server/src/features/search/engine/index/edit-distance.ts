import { afterPrefix, GROUP_LETTERS, lowerBoundNear, type SortedWords } from './sorted-words.ts';

const sharedLength = (a: string, b: string): number => {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
};

/**
 * The words within `maxEdits` edits of `text`: insert, delete, replace, swap of neighbours; no part
 * is edited twice. Words with a common prefix share the rows of the distance table, and a prefix
 * that is already too far is skipped with all its words: a short one, as most are, by groups.
 */
export function* wordsWithin(
  sorted: SortedWords,
  text: string,
  maxEdits: number,
): Generator<{ word: string; edits: number }> {
  const { words } = sorted;
  const width = text.length + 1;
  // rows[d] holds the distances of a word's first d letters to every prefix of `text`.
  const rows: number[][] = [Array.from({ length: width }, (_, column) => column)];

  /** Returns the least distance in the row; those of all later rows are not less. */
  const computeRow = (word: string, depth: number): number => {
    const above = rows[depth - 1] ?? [];
    const letter = word.charCodeAt(depth - 1);
    const row = (rows[depth] ??= Array.from({ length: width }, () => 0));
    row[0] = depth;
    let smallest = depth;
    for (let column = 1; column < width; column += 1) {
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
    return smallest;
  };

  let previous = '';
  let known = 0;
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    let depth = Math.min(known, sharedLength(previous, word));
    let hopeless = false;
    while (depth < word.length && !hopeless) {
      depth += 1;
      hopeless = computeRow(word, depth) > maxEdits;
    }
    previous = word;
    known = depth;
    if (hopeless) {
      at =
        depth <= GROUP_LETTERS
          ? sorted.endOfGroup(at)
          : lowerBoundNear(words, afterPrefix(word.slice(0, depth)), at + 1);
      continue;
    }
    const edits = rows[word.length]?.[text.length] ?? Number.POSITIVE_INFINITY;
    if (edits <= maxEdits) yield { word, edits };
    at += 1;
  }
}
