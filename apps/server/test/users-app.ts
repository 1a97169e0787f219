import type * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import type { AppDependencies } from '#app/build-app.ts';
import type { Environment } from '#config/configuration.ts';
import { createRedaction } from '#config/secrets.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { PageReading } from '#features/sources/api.ts';
import type { PushTarget } from '#platform/push/pusher.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { createImmediateJobs, type ImmediateJobs } from './immediate-jobs.ts';
import {
  responseOf,
  provideSessionApp,
  somebody,
  type SendOptions,
  type SessionApp,
} from './session-app.ts';

export interface Member {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly email: string;
}

export interface UsersApp extends SessionApp {
  readonly jobs: ImmediateJobs;
  /** Every mail sent, oldest first. */
  readonly mails: Mail[];
  /** Addresses for which the mail server is unavailable. */
  readonly mailFailures: Set<string>;
  /** With what the mail server rejects mails to these addresses. */
  readonly mailErrors: Map<string, Error>;
  /** Addresses whose mails arrive, although their connection breaks before the reply. */
  readonly lostMailReplies: Set<string>;
  /** Every push sent, oldest first. */
  readonly pushes: { readonly target: PushTarget; readonly payload: string }[];
  /** Endpoints whose subscriptions have ended. */
  readonly goneEndpoints: Set<string>;
  /** The errors of endpoints whose push services do not accept a push. */
  readonly pushErrors: Map<string, Error>;
  /** What shops' pages show, by URL; others cannot be read. */
  readonly shopPages: Map<string, PageReading>;
  /** The response of a call. Throws if it is rejected. */
  ask<Response extends Call['response']>(
    call: Call & { readonly response: Response },
    options?: SendOptions,
  ): Promise<z.output<Response>>;
  /** The status and error code of a rejection, with the invalid fields. */
  rejection(call: Call, options?: SendOptions): Promise<Rejection>;
  member(role?: SessionTokens['user']['role']): Promise<Member>;
}

interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly string[];
}

/** The whole application with its search, jobs that tests run, and recorded mails and pushes. */
export const provideUsersApp = (
  environment: Environment = {},
  given: Partial<AppDependencies> = {},
): { readonly current: UsersApp } => {
  const jobs = createImmediateJobs();
  const mails: Mail[] = [];
  const pushes: UsersApp['pushes'] = [];
  const mailFailures = new Set<string>();
  const mailErrors: UsersApp['mailErrors'] = new Map();
  const lostMailReplies = new Set<string>();
  const goneEndpoints = new Set<string>();
  const pushErrors: UsersApp['pushErrors'] = new Map();
  const shopPages: UsersApp['shopPages'] = new Map();
  const session = provideSessionApp({ SITE_NAME: 'Изгодно', ...environment }, ({ database }) => ({
    search: createPostgresDealSearch(database),
    jobs,
    redact: createRedaction(environment),
    hasher: cheapHasher,
    productPages: {
      read: async (url) => shopPages.get(url) ?? { kind: 'none', why: 'unreadable' },
    },
    mailer: {
      enabled: true,
      async send(mail) {
        if (mailFailures.has(mail.to)) throw new Error('The mail server is away.');
        const error = mailErrors.get(mail.to);
        if (error !== undefined) throw error;
        mails.push(mail);
        if (lostMailReplies.has(mail.to)) throw new Error('The connection broke.');
      },
      verify: async () => {},
      close: () => {},
    },
    pusher: {
      publicKey: 'public-key',
      async send(target, payload) {
        if (goneEndpoints.has(target.endpoint)) return 'gone';
        const error = pushErrors.get(target.endpoint);
        if (error !== undefined) throw error;
        pushes.push({ target, payload });
        return 'sent';
      },
    },
    ...given,
  }));
  let current: UsersApp | undefined;

  const extend = (base: SessionApp): UsersApp =>
    Object.assign(base, {
      jobs,
      mails,
      mailFailures,
      mailErrors,
      lostMailReplies,
      pushes,
      goneEndpoints,
      pushErrors,
      shopPages,
      async ask<Response extends Call['response']>(
        call: Call & { readonly response: Response },
        options?: SendOptions,
      ) {
        return responseOf(call.response, await base.send(call, options));
      },
      async rejection(call: Call, options?: SendOptions) {
        const response = await base.send(call, options);
        const { error } = response.json<{
          error?: { code: string; fields?: Record<string, unknown> };
        }>();
        return {
          status: response.statusCode,
          code: error?.code ?? '',
          fields: Object.keys(error?.fields ?? {}),
        };
      },
      async member(role: SessionTokens['user']['role'] = 'member') {
        const person = somebody();
        const signedIn = await base.insert(person, role, { confirmed: true });
        return { ...signedIn, name: person.name, email: person.email };
      },
    });

  return {
    get current() {
      current ??= extend(session.current);
      return current;
    },
  };
};
