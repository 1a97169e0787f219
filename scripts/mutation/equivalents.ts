/** A mutant that no test can notice, because it behaves like the original. */
export interface Equivalent {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** The same reason for several mutants of one file: originals with their replacements. */
const inFile = (
  file: string,
  reason: string,
  ...mutants: readonly (readonly [original: string, replacement: string])[]
): readonly Equivalent[] =>
  mutants.map(([original, replacement]) => ({ file, original, replacement, reason }));

const engine = 'apps/server/src/features/search/engine';
const session = 'apps/web/src/core/session';
const feedPrice = 'apps/server/src/features/sources/records/price.ts';

/** The block of `feedPrice` that reads the usual form. */
const shortcut = `{
    const [, whole = '', decimals = '', code] = plain;
    return within({
      amount: Number(whole + decimals),
      currency: code === 'BGN' ? 'BGN' : 'EUR',
      originalAmount: null,
    });
  }`;

export const equivalents: readonly Equivalent[] = [
  ...inFile(
    'packages/contract/src/deals/discount.ts',
    'Below a former price of null are minus infinity percent, or none, which is no discount.',
    ['former === null', 'false'],
  ),
  ...inFile(
    'apps/server/src/features/deals/prices/price-rules.ts',
    'Without prices there is not enough history either.',
    ['present === undefined', 'false'],
  ),
  ...inFile(
    'apps/server/src/features/deals/prices/price-rules.ts',
    'The days of hours are only remembered: without that, or by another key, they are computed again.',
    ['known !== undefined', 'false'],
    ['moment / HOUR_MS', 'moment * HOUR_MS'],
    ['dayOfHour.size === MOST_HOURS', 'true'],
    ['dayOfHour.size === MOST_HOURS', 'false'],
    ['dayOfHour.size === MOST_HOURS', 'dayOfHour.size !== MOST_HOURS'],
    ['dayOfHour.clear();', ';'],
    ['dayOfHour.set(hour, day);', ';'],
  ),
  ...inFile(
    'apps/server/src/features/uploads/file-access.ts',
    'No policy is registered for no kind.',
    ['file.subject_kind === null', 'false'],
  ),
  ...inFile(
    feedPrice,
    'The shortcut for the usual form returns what the rest would.',
    ['plain !== null', 'false'],
    [shortcut, '{}'],
    ['/^(\\d{1,8})\\.(\\d\\d) (EUR|BGN)$/', '/^(\\d)\\.(\\d\\d) (EUR|BGN)$/'],
  ),
  ...inFile(
    feedPrice,
    'The types demand a default for a group that always matches, or for no match, which is no number.',
    ["''", '"Stryker was here!"'],
    ['[]', '["Stryker was here"]'],
  ),
  ...inFile(feedPrice, 'A bracket before the first number makes the price invalid anyway.', [
    '/^([^()]+)\\(([^()]+)\\)$/',
    '/([^()]+)\\(([^()]+)\\)$/',
  ]),
  ...inFile(
    `${engine}/analysis/score.ts`,
    'A phrase of one word scores like the word; it only takes longer.',
    ['clause.words.length === 1', 'false'],
  ),
  ...inFile(`${engine}/analysis/score.ts`, 'A string is no place, so no word is found at it.', [
    '[]',
    '["Stryker was here"]',
  ]),
  ...inFile(
    `${engine}/index/top-rows.ts`,
    'Replacing or swapping equal places changes nothing.',
    ['rank < (this.#heap[0] ?? 0)', 'rank <= (this.#heap[0] ?? 0)'],
    ['(heap[parent] ?? 0) >= (heap[child] ?? 0)', '(heap[parent] ?? 0) > (heap[child] ?? 0)'],
    ['(heap[right] ?? 0) > (heap[left] ?? 0)', '(heap[right] ?? 0) >= (heap[left] ?? 0)'],
  ),
  ...inFile(
    `${engine}/index/top-rows.ts`,
    'Only a full heap sinks, and a place beyond it reads as 0, which no place is below.',
    ['left >= this.#size', 'false'],
    ['left >= this.#size', 'left > this.#size'],
    ['right < this.#size', 'true'],
    ['right < this.#size', 'right <= this.#size'],
  ),
  ...inFile(
    'apps/web/src/features/chat/composer/outbox-sender.ts',
    'The listener exists only while there is an owner.',
    ['this.#owner !== null', 'true'],
  ),
  ...inFile(`${session}/machine.ts`, 'No event but a timer has the field.', [
    "event.kind === 'timer'",
    'true',
  ]),
  ...inFile(`${session}/machine.ts`, 'A session that is being restored has no refresh.', [
    "phase.kind === 'signed-in'",
    'true',
  ]),
  ...inFile(`${session}/machine.ts`, 'No refresh but a running one has the field.', [
    "phase.refresh.kind === 'running'",
    'true',
  ]),
  ...inFile(`${session}/transitions/refreshing.ts`, 'No refresh but a running one has the field.', [
    "refresh.kind === 'running'",
    'true',
  ]),
  ...inFile(`${session}/status.ts`, 'No refresh but a running one has the field.', [
    "refresh.kind === 'running'",
    'true',
  ]),
  ...inFile(
    `${session}/transitions/refreshing.ts`,
    'Where no refresh was, there is no time to compare with.',
    ["phase.refresh.kind !== 'none'", 'true'],
    ["'none'", '""'],
  ),
  ...inFile(
    `${session}/transitions/refreshing.ts`,
    'Without the case it returns undefined, which is no permission either.',
    ["'running'", '""'],
  ),
];
