import { expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/accounts/calls';
import { openDatabase } from '#platform/database/database.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { noDeals } from '#test/session-app.ts';
import type { Schema } from '#schema/schema.ts';

// Nothing listens on port 1, so the database cannot be reached.
const unavailable = openDatabase<Schema>({
  connectionString: 'postgresql://nobody@127.0.0.1:1/nothing',
});

const everyWay: readonly (readonly [Call, object | undefined])[] = [
  [calls.login, { email: 'a@b.example', password: 'zebra-lamp-4217' }],
  [calls.register, { name: 'Мария', email: 'a@b.example', password: 'zebra-lamp-4217' }],
  [calls.refresh, { refreshToken: 'some-token' }],
  [calls.logout, { refreshToken: 'some-token' }],
  [calls.getMe, undefined],
];

test.for(everyWay)(
  '$0.method $0.path responds that the database is unavailable, not that the caller is signed out',
  async ([call, body]) => {
    const app = await buildTestApp({
      database: unavailable.database,
      search: noDeals,
      cursorKey: Buffer.alloc(32),
    });
    const response = await app.inject({
      method: call.method,
      url: call.path,
      headers: { authorization: 'Bearer some-token' },
      ...(body === undefined ? {} : { payload: body }),
    });
    await app.close();
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.json().error.code).toBe('database_unavailable');
  },
);
