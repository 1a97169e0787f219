import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '@izgodno/contract/accounts/calls';
import { freePort } from '#test/free-port.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { somebody } from '#test/session-app.ts';
import { isInBreachedList } from './breached-list.ts';
import { isMadeOfProduct } from './product-password.ts';

describe('the list of leaked passwords', () => {
  test.for(['password1', 'iloveyou1', 'ILOVEYOU1', 'football123', 'liverpool1'])(
    'has %s',
    async (password) => {
      expect(await isInBreachedList(password)).toBe(true);
    },
  );

  test('has none of 20,000 random ones', async () => {
    const found: string[] = [];
    for (let number = 0; number < 20_000; number += 1) {
      const password = createHash('sha256').update(`made up ${number}`).digest('base64');
      if (await isInBreachedList(password)) found.push(password);
    }
    expect(found).toEqual([]);
  });
});

describe('a password made of the name of the product', () => {
  test.for([
    'izgodno2026',
    'Izgodno!!!',
    '1zg0dn0-8841',
    'изгодно123',
    '!ИзГоДнО!',
    'izgodnoizgodno',
    'изgodно77',
    'Promo.Market1',
    'pr0m0m4rk3t',
  ])('%s is recognised', (password) => {
    expect(isMadeOfProduct(password, 'Promo Market')).toBe(true);
  });

  test.for(['izgodno zebra lamp', 'zebra-lamp-4217', 'изгодната котка'])(
    '%s is not',
    (password) => {
      expect(isMadeOfProduct(password, 'Promo Market')).toBe(false);
    },
  );
});

/** A service compatible with Pwned Passwords that knows one password. */
const LEAKED = 'trotting-otter-4471';
const asked: { path: string; padding: string | undefined }[] = [];
let breachedResponse: 'list' | 'failure' | 'silence' = 'list';
let service: Server;

/** The port is chosen before the application starts. */
const PORT = await freePort();
const users = provideUsersApp({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${PORT}/range/` });

beforeAll(async () => {
  const digest = createHash('sha1').update(LEAKED).digest('hex').toUpperCase();
  service = createServer((request, response) => {
    const padding = request.headers['add-padding'];
    asked.push({ path: request.url ?? '', padding: String(padding) });
    if (breachedResponse === 'silence') return;
    if (breachedResponse === 'failure') response.writeHead(503).end();
    else response.end(`${'0'.repeat(35)}:0\r\n${digest.slice(5)}:17\r\n${'F'.repeat(35)}:3\r\n`);
  });
  await new Promise<void>((resolve) => service.listen(PORT, '127.0.0.1', resolve));
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const choose = async (password: string) => {
  const response = await users.current.send(register, { body: somebody({ password }) });
  return response.json<{ error?: { fields?: { password?: { code: string } } } }>().error?.fields
    ?.password?.code;
};

describe('a new password', () => {
  test("is rejected if it has leaked or is made of the product's name", async () => {
    breachedResponse = 'list';
    expect(await choose('cgfhnfrxtvgbjy')).toBe('password_breached');
    expect(await choose('изгодно-2027-2028')).toBe('password_of_product');
  });

  test('is looked up by 20 bits of its digest, padded', async () => {
    breachedResponse = 'list';
    asked.length = 0;
    expect(await choose(LEAKED)).toBe('password_breached');
    expect(await choose('zebra-lamp-4217')).toBeUndefined();
    for (const { path, padding } of asked) {
      expect(path).toMatch(/^\/range\/[\dA-F]{5}$/);
      expect(padding).toBe('true');
    }
    expect(asked).toHaveLength(2);
  });

  test.for(['failure', 'silence'] as const)(
    'is accepted if the service responds with %s, which is logged',
    async (given) => {
      breachedResponse = given;
      expect(await choose(LEAKED)).toBeUndefined();
      expect(users.current.log()).toContain('"event":"breached_service_failed"');
      expect(users.current.log()).not.toContain(LEAKED);
    },
  );
});
