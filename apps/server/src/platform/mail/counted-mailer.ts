import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { isRecent, type Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';
import { isRejection } from './smtp-reply.ts';

/** Mails since the process began, by what became of them. */
export interface MailCounts {
  sent: number;
  /** To be sent again. */
  failed: number;
  undeliverable: number;
}

/**
 * How long a reading of the mail server is valid: if it answered, if it rejected a mail, and if it did
 * not answer. One that rejects mails still accepts a check, so only a later mail proves that it is
 * well; those that wait are sent again within a quarter of an hour.
 */
const FRESH_MS = { reachable: 60_000, rejecting: 20 * MINUTE_MS, silent: 10_000 } as const;
/** How long a reading of the health waits for the mail server. */
const SILENCE_LIMIT_MS = 1_500;

interface Reading {
  readonly at: number;
  readonly outcome: keyof typeof FRESH_MS;
}

/** Counts what a mailer sends, and knows whether its mail server answers. */
export class CountedMailer implements Mailer {
  readonly #mailer: Mailer;
  readonly #clock: Clock;
  readonly #counts: MailCounts = { sent: 0, failed: 0, undeliverable: 0 };
  #reading: Reading | null = null;
  #checking: Promise<void> | null = null;

  constructor(mailer: Mailer, clock: Clock) {
    this.#mailer = mailer;
    this.#clock = clock;
  }

  get enabled(): boolean {
    return this.#mailer.enabled;
  }

  get counts(): Readonly<MailCounts> {
    return this.#counts;
  }

  async send(mail: Parameters<Mailer['send']>[0]): Promise<void> {
    try {
      await this.#mailer.send(mail);
      this.#counts.sent += 1;
      this.#note('reachable');
    } catch (error) {
      const isFinal = error instanceof UndeliverableError;
      this.#counts[isFinal ? 'undeliverable' : 'failed'] += 1;
      this.#note(isFinal ? 'reachable' : isRejection(error) ? 'rejecting' : 'silent');
      throw error;
    }
  }

  verify(): Promise<void> {
    return this.#mailer.verify();
  }

  /**
   * Degraded while the mail server does not answer or rejects mails. Asks it if no mail was sent lately.
   */
  async health(): Promise<PartHealth> {
    const known = this.#reading;
    const isFresh =
      known !== null && isRecent(known.at, this.#clock.now(), FRESH_MS[known.outcome]);
    // A server that takes longer counts as silent until its answer arrives.
    if (!isFresh)
      await withDeadline(this.#check(), SILENCE_LIMIT_MS).catch(() => this.#note('silent'));
    const outcome = this.#reading?.outcome;
    if (outcome === 'reachable') return { status: 'healthy' };
    const { failed } = this.#counts;
    const does = outcome === 'rejecting' ? 'refused the last mail' : 'does not answer';
    return {
      status: 'degraded',
      detail: `The mail server ${does}. ${failed} mails failed since the start; they are sent again.`,
    };
  }

  close(): void {
    this.#mailer.close();
  }

  #note(outcome: Reading['outcome']): void {
    this.#reading = { at: this.#clock.now(), outcome };
  }

  /** One check at a time, whatever the number of readings. */
  #check(): Promise<void> {
    this.#checking ??= this.#mailer
      .verify()
      .then(
        () => this.#note('reachable'),
        () => this.#note('silent'),
      )
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }
}
