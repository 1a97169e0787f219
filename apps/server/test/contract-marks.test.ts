import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { normalise } from '@izgodno/contract/common/normalise';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { contractCalls } from './contract-calls.ts';

// Normalising a run of combining marks takes quadratic time: 46 s for 280 KB. What is normalised is
// counted, because a time depends on the machine.

/** Canonical combining classes that fall, so that each mark has to be moved before all others. */
const MARKS = '\u0f71\u0301\u0327';
/** Each of them is a letter to Unicode, and a mark after NFKC. */
const HALF_WIDTH = '\u0327\uff9e';
/** UTF-16 units, more than any text of the contract may arrive with. */
const LENGTH = 50_000;
const texts = [MARKS, HALF_WIDTH, 'й', 'a '].flatMap((piece) => {
  const text = piece.repeat(Math.ceil(LENGTH / piece.length));
  return [text, `a${text}a`];
});

/** UTF-16 units that a schema may normalise: those of a deal's description, four times. */
const MOST_READ = 40_000;
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;

const isTooMuch = (text: string): boolean => text.length > MOST_READ || LONG_RUN.test(text);

/** The texts that are normalised while `work` runs. What would take minutes is left out. */
const readBy = (work: () => void): readonly string[] => {
  const read: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its text.
  const original = String.prototype.normalize;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function normalize(
    this: string,
    form,
  ) {
    read.push(this);
    return isTooMuch(this) ? this : original.call(this, form);
  });
  try {
    work();
  } finally {
    vi.restoreAllMocks();
  }
  return read;
};

/** The schemas of all values inside a value, itself included. */
const within = (schema: unknown): readonly z.core.$ZodType[] => {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const inside: unknown[] = [];
  if (schema instanceof z.ZodMiniObject) inside.push(...Object.values(schema.shape));
  if (schema instanceof z.ZodMiniUnion) inside.push(...schema.def.options);
  if (schema instanceof z.ZodMiniArray) inside.push(schema.def.element);
  if (schema instanceof z.ZodMiniRecord) inside.push(schema.def.keyType, schema.def.valueType);
  if (schema instanceof z.ZodMiniPipe) inside.push(schema.def.in, schema.def.out);
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniReadonly
  )
    inside.push(schema.def.innerType);
  return [schema, ...inside.flatMap(within)];
};

/** Each schema once, with the first call that has it. */
const schemas = new Map(
  contractCalls
    .flatMap((call: Call) =>
      [call.params, call.query, call.body].flatMap((part) =>
        within(part).map((schema) => [schema, `${call.method} ${call.path}`] as const),
      ),
    )
    .toReversed(),
);

test('no value of a call makes much of marks or of length', () => {
  const found = new Set<string>();
  let normalised = 0;
  for (const [schema, name] of schemas)
    for (const text of texts) {
      const read = readBy(() => parseUntrusted(schema, text));
      normalised += read.length;
      if (read.some(isTooMuch)) found.add(name);
    }
  expect([...found]).toEqual([]);
  // As short as the contract wants them, to see that the calls were watched.
  for (const schema of schemas.keys())
    normalised += readBy(() => parseUntrusted(schema, MARKS.repeat(60 / MARKS.length))).length;
  expect(normalised).toBeGreaterThan(50);
});

test('what people write may have 30 marks on a letter', () => {
  const contact = contractCalls.find(({ path }) => path === '/api/contact');
  const message = (marks: number) =>
    parseUntrusted(contact?.body ?? z.never(), {
      name: 'Ана',
      email: 'ana@example.bg',
      text: `Здравейте, к${'\u0301'.repeat(marks)}олко струва?`,
    });
  const rejected = message(31);
  expect(message(30).success).toBe(true);
  expect(rejected.success || rejected.issues.map(({ path }) => path)).toEqual([['text']]);
});

test('normalising keeps 30 marks of a run, in each form', () => {
  for (const piece of [MARKS, HALF_WIDTH])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
      const text = `a${piece.repeat(LENGTH / 2)}`;
      const read = readBy(() => void normalise(text, form));
      expect(read.map((each) => each.length)).toEqual([31]);
    }
});

/** Unicode's last canonical combining class, of this mark alone: every other mark moves before it. */
const LAST_MARK = '\u0345';
const CODE_POINTS = 0x11_00_00;

test('every character that begins with a mark in some form is one to normalising', () => {
  const missed: string[] = [];
  for (let code = 0; code < CODE_POINTS; code += 1) {
    const character = String.fromCodePoint(code);
    if (!character.isWellFormed() || /[\p{M}\uff9e\uff9f]/u.test(character)) continue;
    const moved = `${LAST_MARK}${character}`.normalize('NFKD');
    if (!moved.startsWith(LAST_MARK)) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});
