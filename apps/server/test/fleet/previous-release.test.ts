import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { skipAloud } from '../services/skip-aloud.ts';
import { PRESENT } from './node-process.ts';
import {
  findPreviousRelease,
  hasWholeHistory,
  runProgram,
  unpackRelease,
} from './previous-release.ts';

const release = await findPreviousRelease();
if (release === null && !(await hasWholeHistory()))
  skipAloud('the fields of the previous release', 'Clone with the whole history.');

const fieldsSchema = z.record(
  z.string(),
  z.object({
    known: z.array(z.string()),
    required: z.array(z.string()),
    values: z.array(z.string()),
    open: z.array(z.string()),
  }),
);
type Fields = z.infer<typeof fieldsSchema>[string];

const parentOf = (field: string): string => field.slice(0, field.lastIndexOf('.'));

/** The fields of a product's contract, per call and frame, as this release's program lists them. */
const fieldsOf = async (product: string): Promise<z.infer<typeof fieldsSchema>> => {
  const printed = await runProgram(product, 'apps/server/test/fleet/contract-fields.ts');
  return expectShape(fieldsSchema, JSON.parse(printed));
};

const fieldOfValue = (value: string): string => value.slice(0, value.indexOf(': '));

/** What one contract lets a field be and the other does not, of fields that both limit to some texts. */
const valuesBeside = (one: Fields, other: Fields): readonly string[] => {
  const known = new Set(other.values);
  const limited = new Set(other.values.map(fieldOfValue));
  return one.values.filter((value) => limited.has(fieldOfValue(value)) && !known.has(value));
};

const isSentToServer = (name: string): boolean => / (?:query|body)$|^client frame$/.test(name);

let folder: string;
let previousProduct: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-upgrade-'));
  previousProduct = path.join(folder, 'release');
  if (release !== null) await unpackRelease(release, previousProduct);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(release === null)(
  'a node of the previous release has every field that this release requires, in calls and frames that it knows',
  async () => {
    const previous = await fieldsOf(previousProduct);
    const missing = Object.entries(await fieldsOf(PRESENT)).flatMap(([name, fields]) => {
      const before = previous[name];
      if (before === undefined) return [];
      return fields.required
        .filter((field) => before.known.includes(parentOf(field)) || parentOf(field) === '')
        .filter((field) => !before.required.includes(field))
        .map((field) => `${name}: ${field}`);
    });
    // A new field is optional or has a default: nodes and pages of the previous release leave it out.
    expect(missing).toEqual([]);
  },
);

test.skipIf(release === null)(
  'a page of the previous release may send what it did, and receives what it knows',
  async () => {
    const previous = await fieldsOf(previousProduct);
    const unknown = Object.entries(await fieldsOf(PRESENT)).flatMap(([name, fields]) => {
      const before = previous[name];
      if (before === undefined) return [];
      const values = isSentToServer(name)
        ? valuesBeside(before, fields)
        : valuesBeside(fields, before).filter((value) => !fields.open.includes(value));
      return values.map((value) => `${name}${value}`);
    });
    // A list that grows is described with `knownEntries`.
    expect(unknown).toEqual([]);
  },
);
