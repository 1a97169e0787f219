import type { Msg } from '@nats-io/transport-node';
import type { Scope } from './bus.ts';
import { withDeadline } from './with-deadline.ts';

/** Of what every node receives. */
const PREFIX = 'izgodno.';
/** Of what the nodes receive that follow a scope. */
const SCOPE_PREFIX = 'izgodno-to.';
/** The subject of all scopes. */
export const ALL_SCOPES = `${SCOPE_PREFIX}>`;
/** Above this number, a node subscribes to all scopes at once, because each subscription costs memory. */
const MAX_FOLLOWED = 50_000;
/** Milliseconds that a server has to confirm subscriptions. */
const CONFIRM_MS = 1_000;

export const subjectOf = (topic: string, scope?: Scope): string =>
  scope === undefined ? PREFIX + topic : `${SCOPE_PREFIX}${scope}.${topic}`;

export const nameOfTopic = (subject: string): string =>
  subject.startsWith(PREFIX)
    ? subject.slice(PREFIX.length)
    : subject.slice(subject.indexOf('.', SCOPE_PREFIX.length) + 1);

type Callback = (error: Error | null, message: Msg) => void;

interface Subscription {
  unsubscribe(): void;
}

/** The part of a connection to NATS that scopes need. */
interface Connection {
  subscribe(subject: string, options: { readonly callback: Callback }): Subscription;
  flush(): Promise<void>;
}

/** The subscriptions of a node to the scopes that someone on it listens to. */
export class FollowedScopes {
  readonly #receive: (message: Msg) => void;
  readonly #limit: number;
  /** How often each is followed. */
  readonly #counts = new Map<Scope, number>();
  readonly #subscriptions = new Map<Scope, Subscription>();
  /** To all scopes at once. */
  #toAll: Subscription | null = null;
  #connection: Connection | null = null;
  #confirmed: Promise<void> = Promise.resolve();

  constructor(receive: (message: Msg) => void, limit = MAX_FOLLOWED) {
    this.#receive = receive;
    this.#limit = limit;
  }

  /** The client subscribes again by itself whenever it reconnects; another connection is attached. */
  attach(connection: Connection): void {
    this.#connection = connection;
    if (this.#counts.size > this.#limit) this.#subscribeToAll();
    else for (const scope of this.#counts.keys()) this.#subscribe(scope);
  }

  /** The subscriptions end with the connection. */
  detach(): void {
    this.#connection = null;
    this.#toAll = null;
    this.#subscriptions.clear();
  }

  /** Resolves once the server has every subscription up to now; at once if it is not `connected`. */
  add(scopes: readonly Scope[], connected: boolean): Promise<void> {
    const fresh = scopes.filter((scope) => this.#count(scope, 1) === 1);
    if (fresh.length === 0) return this.#confirmed;
    if (this.#counts.size > this.#limit) this.#subscribeToAll();
    else for (const scope of fresh) this.#subscribe(scope);
    // One request for all of them. If it fails, the nodes' comparison with the database finds what
    // was lost.
    if (connected && this.#connection !== null)
      this.#confirmed = withDeadline(this.#connection.flush(), CONFIRM_MS).catch(() => {});
    return this.#confirmed;
  }

  remove(scopes: readonly Scope[]): void {
    for (const scope of scopes) {
      if (this.#count(scope, -1) > 0) continue;
      this.#counts.delete(scope);
      if (this.#connection !== null) this.#subscriptions.get(scope)?.unsubscribe();
      this.#subscriptions.delete(scope);
    }
    // Half of the limit, so that it does not change back and forth.
    const toAll = this.#toAll;
    if (this.#connection === null || toAll === null || this.#counts.size > this.#limit / 2) return;
    this.#toAll = null;
    for (const scope of this.#counts.keys()) this.#subscribe(scope);
    toAll.unsubscribe();
  }

  #count(scope: Scope, change: 1 | -1): number {
    const count = Math.max(0, (this.#counts.get(scope) ?? 0) + change);
    this.#counts.set(scope, count);
    return count;
  }

  #open(subject: string): Subscription | null {
    const callback: Callback = (error, message) => {
      if (error === null) this.#receive(message);
    };
    return this.#connection?.subscribe(subject, { callback }) ?? null;
  }

  #subscribe(scope: Scope): void {
    if (this.#toAll !== null || this.#subscriptions.has(scope)) return;
    const subscription = this.#open(subjectOf('>', scope));
    if (subscription !== null) this.#subscriptions.set(scope, subscription);
  }

  #subscribeToAll(): void {
    if (this.#toAll !== null) return;
    this.#toAll = this.#open(ALL_SCOPES);
    for (const subscription of this.#subscriptions.values()) subscription.unsubscribe();
    this.#subscriptions.clear();
  }
}
