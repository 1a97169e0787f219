import type { Explained, PlanStep } from './watch-statements.ts';

/** Rows that a step may read: those of a caller, or of a page with what belongs to it. */
const MOST_ROWS = 500;

const rowsOf = (step: PlanStep): number =>
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0)) *
  step['Actual Loops'];

const describe = (step: PlanStep): string => {
  const relation = step['Relation Name'];
  return `${step['Node Type']}${relation === undefined ? '' : ` of ${relation}`} (${Math.round(rowsOf(step))} rows)`;
};

const faultsOf = (step: PlanStep, filled: ReadonlySet<string>): readonly string[] => {
  const isWhole =
    step['Node Type'] === 'Seq Scan' &&
    step['Actual Loops'] > 0 &&
    filled.has(step['Relation Name'] ?? '');
  return [
    ...(isWhole || rowsOf(step) > MOST_ROWS ? [describe(step)] : []),
    ...(step.Plans ?? []).flatMap((part) => faultsOf(part, filled)),
  ];
};

/** What a statement reads of other users' rows, as text; null if its work does not grow with them. */
export const faultOf = ({ plan }: Explained, filled: ReadonlySet<string>): string | null => {
  const faults = faultsOf(plan, filled);
  return faults.length === 0 ? null : faults.join(', ');
};

/** A statement on one line. */
export const onOneLine = (statement: string): string => statement.replaceAll(/\s+/g, ' ').trim();
