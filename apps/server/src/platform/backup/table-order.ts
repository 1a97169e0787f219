import { BackupError } from './manifest.ts';

export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Orders tables so that each stands after those it refers to. A table may refer to itself: PostgreSQL
 * checks a COPY's references at its end.
 *
 * @throws BackupError where tables refer to each other in a ring, which no order can serve
 */
export const orderTables = (
  tables: readonly string[],
  references: readonly Reference[],
): readonly string[] => {
  const ordered: string[] = [];
  let left = tables.toSorted();
  while (left.length > 0) {
    const ready = left.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !left.includes(to)),
    );
    if (ready.length === 0) {
      throw new BackupError(`Tables refer to each other in a ring: ${left.join(', ')}.`);
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
};
