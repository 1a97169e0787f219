import path from 'node:path';
import { format } from 'oxfmt';
import type { Call } from '@izgodno/contract/common/call';
import type { CallLimit, CallRate } from '@izgodno/contract/common/call-limit';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';

export const CALLS = path.join(import.meta.dirname, '../../../../docs/calls.md');

const units = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

const inWords = (windowMs: number): string => {
  const [name, length] = units.find(([, unit]) => windowMs % unit === 0) ?? ['millisecond', 1];
  const count = windowMs / length;
  if (count > 1) return `${count} ${name}s`;
  return name === 'hour' ? 'an hour' : `a ${name}`;
};

const presentRate = ({ key, tries, windowMs }: CallRate): string =>
  `${tries} in ${inWords(windowMs)} for each ${key}`;

const presentLimit = ({ cost, rates = [] }: CallLimit): string =>
  [`cost ${cost}`, ...rates.map(presentRate)].join('; ');

const presentAudit = (audit: Call['audit']): string =>
  audit === false ? '' : (typeof audit === 'string' ? [audit] : audit).join(', ');

const escape = (cell: string): string => cell.replaceAll('|', String.raw`\|`);

const INTRODUCTION = `# Calls

Who may make each call, how often, and what the audit trail keeps of it, as its description in \`packages/contract\` says. \`npm run docs\` writes this file.

- **Access**: \`anyone\`, or the least role that may make the call: \`member\`, \`moderator\`, \`admin\`.
- **Limit**: units that the call takes from its caller's budget (\`BUDGET_PER_MINUTE\`), and bounds of the call alone.
- **Audit**: the action that the audit trail keeps; of several, the one that was done.
`;

/** The document of all calls, formatted like other documents. */
export const describeCalls = async (calls: readonly Call[]): Promise<string> => {
  const rows = calls
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method))
    .map(({ method, path: url, summary, access, limit, audit }) => [
      `\`${method} ${url}\``,
      summary,
      access,
      presentLimit(limit),
      presentAudit(audit),
    ]);
  const table = [
    ['Call', 'What it does', 'Access', 'Limit', 'Audit'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ].map((cells) => `| ${cells.map(escape).join(' | ')} |`);
  const { code } = await format('calls.md', `${INTRODUCTION}\n${table.join('\n')}\n`);
  return code;
};
