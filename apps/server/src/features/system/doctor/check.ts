import {
  checkNames,
  type CheckName,
  type Finding,
  type Sentences,
} from '@izgodno/contract/system/doctor-calls';
import type { Environment } from '#config/environment.ts';
import { createRedaction } from '#config/secrets.ts';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import { messageOf } from '#platform/message-of.ts';
import { withDeadline } from '#platform/with-deadline.ts';

type NumberTexts = readonly [en: string, bg: string];

const numberTexts = (number: number, decimals: number): NumberTexts => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return [number.toLocaleString('en', digits), number.toLocaleString('bg', digits)];
};

/** A number with one decimal, in English and Bulgarian. */
export const tenths = (number: number): NumberTexts => numberTexts(number, 1);

/** A number without decimals, in English and Bulgarian. */
export const whole = (number: number): NumberTexts => numberTexts(number, 0);

/** What the checks work with, in a command as in the running product. */
export interface Examined {
  readonly settings: Settings;
  readonly environment: Environment;
  /** Null while the embedded database does not run. */
  readonly connectionString: string | null;
  readonly clock: Clock;
}

/** The result of a check, without its name. */
export type Result = Omit<Finding, 'name'>;
/** Examines one part. The signal is aborted at the end of its time. */
export type Check = (examined: Examined, signal: AbortSignal) => Promise<Result>;

/** Milliseconds for one check. */
const CHECK_LIMIT_MS = 8_000;
/** Milliseconds for the response of a service: its own check then says how to mend it. */
export const RESPONSE_LIMIT_MS = 6_000;

/** What an error says, for the middle of a sentence: some end with a full stop. */
export const reasonOf = (error: unknown): string => messageOf(error).replace(/\.$/, '');

const sentences = (en: string, bg: string): Sentences => ({ en, bg });

export const healthy = (en: string, bg: string): Result => ({
  status: 'healthy',
  found: sentences(en, bg),
  mend: null,
});

export const skipped = (en: string, bg: string): Result => ({
  status: 'skipped',
  found: sentences(en, bg),
  mend: null,
});

/** Each found sentence and the one that says how to mend it, in English and Bulgarian. */
export const wrong = (
  status: 'degraded' | 'error',
  found: readonly [string, string],
  mend: readonly [string, string],
): Result => ({ status, found: sentences(...found), mend: sentences(...mend) });

const withoutResult = (error: unknown): Result =>
  wrong(
    'error',
    [`The check failed: ${reasonOf(error)}.`, `Проверката не успя: ${reasonOf(error)}.`],
    [
      'Check that the part runs and that this machine can reach it, then run the doctor again.',
      'Уверете се, че услугата работи и е достъпна от тази машина, и повторете проверката.',
    ],
  );

const redacted = ({ en, bg }: Sentences, redact: (text: string) => string): Sentences => ({
  en: redact(en),
  bg: redact(bg),
});

/** Makes the checks at the same time, each within its limit. No finding contains a secret. */
export const runChecks = async (
  examined: Examined,
  checks: Readonly<Record<CheckName, Check>>,
  limitMs = CHECK_LIMIT_MS,
): Promise<readonly Finding[]> => {
  const redact = createRedaction(examined.environment);
  const run = async (check: Check): Promise<Result> => {
    const end = new AbortController();
    try {
      return await withDeadline(check(examined, end.signal), limitMs);
    } catch (error) {
      return withoutResult(error);
    } finally {
      end.abort();
    }
  };
  return Promise.all(
    checkNames.map(async (name): Promise<Finding> => {
      const { status, found, mend } = await run(checks[name]);
      return {
        name,
        status,
        found: redacted(found, redact),
        mend: mend === null ? null : redacted(mend, redact),
      };
    }),
  );
};
