import type { AuditEntry } from '@izgodno/contract/audit/calls';

/** A page of the trail. */
interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
}

/** Reads a page of the largest size; the first one without a cursor. */
type ReadPage = (cursor: string | undefined) => Promise<AuditPage>;

/** The largest number of entries in a file; 100 calls read them. */
export const MAX_EXPORTED = 20_000;

/**
 * Reads the latest entries, at most `MAX_EXPORTED`, page by page. `isComplete` is false if the trail
 * has more. Calls `onProgress` with the number of entries after each page.
 */
export const collectAudit = async (
  readPage: ReadPage,
  onProgress: (count: number) => void,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly isComplete: boolean }> => {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    entries.push(...page.entries);
    onProgress(Math.min(entries.length, MAX_EXPORTED));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < MAX_EXPORTED);
  const isComplete = cursor === undefined && entries.length <= MAX_EXPORTED;
  return { entries: entries.slice(0, MAX_EXPORTED), isComplete };
};

/** What spreadsheets run as a formula, or skip on the way to one. */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** A quoted cell. An apostrophe keeps a spreadsheet from running a text as a formula. */
const cellOf = (text: string): string => {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

const columns = [
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor?.name ?? ''],
  ['actor_id', ({ actor }) => actor?.id ?? ''],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject.kind],
  ['subject_id', ({ subject }) => subject.id],
  ['reason', ({ reason }) => reason],
  ['details', ({ details }) => JSON.stringify(details)],
] as const satisfies readonly (readonly [string, (entry: AuditEntry) => string])[];

/** Without it, Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The entries as CSV (RFC 4180). Its columns have the names of the API, whatever the language. */
export const writeAuditCsv = (entries: readonly AuditEntry[]): string => {
  const head = columns.map(([name]) => cellOf(name));
  const rows = entries.map((entry) => columns.map(([, read]) => cellOf(read(entry))));
  return BYTE_ORDER_MARK + [head, ...rows].map((cells) => `${cells.join()}\r\n`).join('');
};
