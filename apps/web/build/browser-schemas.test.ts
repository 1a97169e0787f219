import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { lazySchema } from './lazy-schema.ts';
import { browserSchemas } from './browser-schemas.ts';
import { buildFiles } from './testing/build-files.ts';

type Module = Readonly<Record<string, unknown>>;

const contract = path.join(import.meta.dirname, '../../../packages/contract/src');
const ENTRY = 'virtual:contract';

const modules = async (): Promise<readonly string[]> =>
  (await readdir(contract, { recursive: true }))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();

/** The modules of the contract as the browser has them. */
const bundled = async (): Promise<readonly Module[]> => {
  const files = await modules();
  const names = files.map((_, at) => `module${at}`);
  const output = await build({
    configFile: false,
    root: contract,
    logLevel: 'warn',
    plugins: [
      browserSchemas(),
      {
        name: 'contract',
        resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
        load: (id) =>
          id === ENTRY
            ? files
                .map((file, at) => `export * as ${names[at]} from '${path.join(contract, file)}';`)
                .join('\n')
            : undefined,
      },
    ],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: ENTRY } },
  });
  if (!('output' in output)) throw new Error('The build made no bundle');
  const { code } = output.output[0];
  const all: Readonly<Record<string, Module>> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  return names.map((name) => all[name] ?? {});
};

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof Reflect.get(Object(value), '_zod') === 'object' && Reflect.has(Object(value), 'parse');

const shapeOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { unrepresentable: 'any' });

/** The schemas of a module by name; those of a call have its name before theirs. */
const schemasOf = (module: Module) =>
  Object.entries(module).flatMap(([name, value]): (readonly [string, z.ZodMiniType])[] => {
    if (isSchema(value)) return [[name, value]];
    if (typeof value !== 'object' || value === null || !('response' in value)) return [];
    return Object.entries(value)
      .filter((part): part is [string, z.ZodMiniType] => isSchema(part[1]))
      .map(([part, schema]) => [`${name}.${part}`, schema]);
  });

let browser: readonly Module[] = [];
beforeAll(async () => {
  browser = await bundled();
});

test('the browser has the schemas of the contract, except those that only the server uses', async () => {
  const files = await modules();
  let compared = 0;
  for (const [at, file] of files.entries()) {
    const original = schemasOf(await import(path.join(contract, file))).filter(
      ([name]) => !/\.(?:params|query|rejection)$/u.test(name),
    );
    const actual = new Map(schemasOf(browser[at] ?? {}));
    expect([...actual.keys()].toSorted()).toEqual(original.map(([name]) => name).toSorted());
    for (const [name, schema] of original) {
      expect(shapeOf(actual.get(name) ?? z.never()), `${file} ${name}`).toEqual(shapeOf(schema));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(300);
});

test('a schema is made once, when it is first used', () => {
  let made = 0;
  const name = lazySchema(() => {
    made += 1;
    return z.string().check(z.maxLength(3));
  });
  const person = z.object({ name, other: z.optional(name) });
  const named = z.extend(person, { id: z.int() });
  expect(made).toBe(0);
  expect(named.safeParse({ id: 1, name: 'Ана' })).toEqual({
    success: true,
    data: { id: 1, name: 'Ана' },
  });
  expect(person.safeParse({ name: 'Мила' }).success).toBe(false);
  expect(name.check(z.minLength(2)).safeParse('А').success).toBe(false);
  expect(made).toBe(1);
});

test('a constant that Zod makes is made when it is first used, whatever its name', async () => {
  const { run } = await buildFiles(browserSchemas(), {
    'packages/contract/src/page.ts': `
      import * as z from './counting.ts';
      const token = z.string().check();
      export const made = [z.made.length, token.maximum, z.made.length];
    `,
    'packages/contract/src/counting.ts': `
      export const made = [];
      export const string = () => {
        made.push('string');
        return { check: () => ({ maximum: 3 }) };
      };
    `,
  });
  expect(await run()).toMatchObject({ made: [0, 3, 1] });
});
