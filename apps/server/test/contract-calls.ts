import { globSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';

const callSchema = z.object({ method: z.string(), path: z.string(), summary: z.string() });

const isCall = (value: unknown): value is Call => callSchema.safeParse(value).success;

const folder = path.resolve(import.meta.dirname, '../../../packages/contract/src');
const modules: readonly Readonly<Record<string, unknown>>[] = await Promise.all(
  globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
    .toSorted()
    .map((file) => import(path.join(folder, file))),
);

/** Every call that any module of the contract exports, with its name. */
export const callsByName = modules.flatMap((module) =>
  Object.entries<unknown>({ ...module }).flatMap(([name, value]) =>
    isCall(value) ? [[name, value] as const] : [],
  ),
);

/** The same without the names. */
export const contractCalls: readonly Call[] = callsByName.map(([, call]) => call);

const calls = new Map(callsByName);

/** The call of a name. Throws if the contract has none. */
export const callNamed = (name: string): Call => {
  const call = calls.get(name);
  if (call === undefined) throw new Error(`The contract has no call "${name}".`);
  return call;
};
