import { BackupError } from './manifest.ts';

export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Orders tables so that each comes after those it refers to. A table may refer to itself, because
 * PostgreSQL checks a COPY's references at its end.
 *
 * @throws BackupError if tables refer to each other in a cycle
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
      throw new BackupError(`Tables refer to each other in a cycle: ${left.join(', ')}.`);
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
};
