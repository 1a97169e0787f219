import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { checkDatabaseLocale } from './locale-check.ts';

/** Creates a database with the given properties, checks it, and drops it. */
const checkDatabaseWith = async (properties: string): Promise<void> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${properties}`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    await checkDatabaseLocale(url.href);
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  }
};

describe('checkDatabaseLocale', () => {
  it('accepts a UTF-8 locale', async () => {
    await expect(checkDatabaseWith('')).resolves.toBeUndefined();
  });

  it.each([
    `ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`,
    `ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`,
    `ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    `ENCODING 'WIN1251' LOCALE_PROVIDER libc LOCALE 'C'`,
  ])('rejects %s', async (properties) => {
    await expect(checkDatabaseWith(properties)).rejects.toMatchObject({ code: 'wrong-locale' });
  });
});
