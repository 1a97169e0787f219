import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/accounts/calls';
import type { Role, SessionTokens } from '@izgodno/contract/accounts/session';
import { readConfiguration, type Environment } from '#config/configuration.ts';
import type { PasswordHasher } from '#features/accounts/password-hasher.ts';
import type { Bus } from '#platform/bus.ts';
import { createLogger } from '#platform/logger.ts';
import type { DealSearch } from '#features/search/deal-search.ts';
import { createInProcessBus } from '#platform/bus.ts';
import type { AppDependencies } from '#app/build-app.ts';
import { buildTestApp } from './build-test-app.ts';
import { insertSignedIn, type SignedIn } from './insert-signed-in.ts';
import { createQuickHasher } from './quick-hasher.ts';
import { useTestDatabase, type TestDatabase } from './test-database.ts';

/** For applications whose tests are not about deals. */
export const noDeals: DealSearch = {
  search: () => Promise.reject(new Error('These tests search for nothing.')),
  suggest: () => Promise.resolve([]),
};

/** A hasher that counts its calls. */
interface CountingHasher extends PasswordHasher {
  readonly work: { hashes: number; verifications: number };
}

const createCountingHasher = (): CountingHasher => {
  const hasher = createQuickHasher();
  const work = { hashes: 0, verifications: 0 };
  return {
    work,
    hash(password, turn) {
      work.hashes += 1;
      return hasher.hash(password, turn);
    },
    verify(password, expected, turn) {
      work.verifications += 1;
      return hasher.verify(password, expected, turn);
    },
    isOutdated: (existing) => hasher.isOutdated(existing),
  };
};

export interface User {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A new email address for each call. */
export const somebody = (() => {
  let count = 0;
  return (given: Partial<User> = {}): User => {
    count += 1;
    return {
      name: `Мария Петрова`,
      email: `person-${count}@izgodno.example`,
      password: 'zebra-lamp-4217',
      ...given,
    };
  };
})();

export interface SessionApp {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly hasher: CountingHasher;
  /** The log so far, at `info` and above. */
  readonly log: () => string;
  /** The application's clock in epoch milliseconds. */
  time: number;
  /** Another node with the same database and bus. */
  startNode(): Promise<FastifyInstance>;
  send(call: Call, options?: SendOptions): ReturnType<typeof send>;
  register(user: User): Promise<void>;
  login(user: User, options?: SendOptions): Promise<SessionTokens>;
  signUp(user?: User): Promise<SessionTokens & { readonly credentials: User }>;
  /**
   * Inserts a signed-in user. Tests whose subject is neither registration nor sign-in make users so,
   * because the calls take several times as long.
   */
  insert(user: User, role: Role, options?: { readonly confirmed: boolean }): Promise<SignedIn>;
}

export interface SendOptions {
  readonly node?: FastifyInstance;
  readonly body?: unknown;
  readonly token?: string;
  readonly cookies?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | string[]>;
}

const send = (
  app: FastifyInstance,
  call: Call,
  options: SendOptions = {},
): Promise<LightMyRequestResponse> => {
  const { body, token, cookies, headers, ip, params = {}, query } = options;
  const request: InjectOptions = {
    method: call.method,
    url: call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(query === undefined ? {} : { query }),
    ...(cookies === undefined ? {} : { cookies }),
    ...(ip === undefined ? {} : { remoteAddress: ip }),
  };
  return app.inject(request);
};

/** The response of a call, parsed by its contract. Throws if it was rejected. */
export const responseOf = <S extends z.ZodMiniType>(
  schema: S,
  response: Awaited<ReturnType<typeof send>>,
): z.output<S> => {
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return schema.parse(response.json());
};

/**
 * The application with a database for the calling file, and a clock that only tests advance. `give`
 * returns overrides.
 */
export const provideSessionApp = (
  environment: Environment = {},
  give: (database: TestDatabase) => Partial<AppDependencies> = () => ({}),
): { readonly current: SessionApp } => {
  const database = useTestDatabase();
  const nodes: FastifyInstance[] = [];
  let current: SessionApp | undefined;

  beforeAll(async () => {
    const bus = createInProcessBus();
    const hasher = createCountingHasher();
    let logged = '';
    const logger = createLogger('info', { write: (line: string) => void (logged += line) });
    const state = { time: Date.UTC(2026, 10, 21, 9) };
    const makeDependencies = () => ({
      settings: readConfiguration({ BUDGET_PER_MINUTE: '0', ...environment }),
      database: database.current.database,
      pool: database.current.pool,
      search: noDeals,
      bus,
      hasher,
      logger,
      clock: { now: () => state.time },
      ...give(database.current),
    });
    const start = async (dependencies: ReturnType<typeof makeDependencies>) => {
      const node = await buildTestApp(dependencies);
      nodes.push(node);
      return node;
    };
    const dependencies = makeDependencies();
    const app = await start(dependencies);
    const session: SessionApp = Object.assign(state, {
      database: database.current,
      app,
      bus,
      hasher,
      log: () => logged,
      startNode: () => start(makeDependencies()),
      send: (call: Call, options: SendOptions = {}) => send(options.node ?? app, call, options),
      async register(user: User) {
        responseOf(calls.register.response, await send(app, calls.register, { body: user }));
      },
      async login({ email, password }: User, options: SendOptions = {}) {
        const response = await send(options.node ?? app, calls.login, {
          ...options,
          body: { email, password },
        });
        return responseOf(calls.signedInSchema, response);
      },
      async signUp(user = somebody()) {
        await session.register(user);
        return { ...(await session.login(user)), credentials: user };
      },
      async insert(
        { name, email, password }: User,
        role: Role,
        { confirmed } = { confirmed: false },
      ) {
        const now = dependencies.clock.now();
        return insertSignedIn(dependencies.database, role, now, {
          name,
          email,
          password_hash: await dependencies.hasher.hash(password),
          email_confirmed_at: confirmed ? new Date(now) : null,
        });
      },
    });
    current = session;
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });
  return {
    get current() {
      if (current === undefined) throw new Error('The application is there only while tests run.');
      return current;
    },
  };
};
