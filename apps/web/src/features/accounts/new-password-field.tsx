import {
  JUDGED_PASSWORD_LENGTH,
  PASSWORD_LENGTH,
  MINIMUM_PASSWORD_SCORE,
  sessionFieldErrors,
} from '@izgodno/contract/accounts/limits';
import { useEffect, useState } from 'react';
import { useLanguage, type Translate } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import type { TextFieldProps } from '#shared/ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import { fieldErrorText } from './field-error-text.ts';
import styles from './password-field.module.css';

/** The errors of a new password, as opposed to the current one. */
export const newPasswordErrorText = (t: Translate, code: string): string =>
  fieldErrorText(t, code === sessionFieldErrors.passwordTooWeak ? 'password' : 'newPassword', code);

/** From 0 (guessed at once) to 4 (infeasible to guess). */
type PasswordScore = 0 | 1 | 2 | 3 | 4;

// Loaded when the user starts to choose a password: 240 KB. English names and rarer words would add
// 610 KB; the server checks those.
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** Estimates how hard a password is to guess. */
const estimateStrength = async (password: string): Promise<PasswordScore> => {
  // After a failure the lists are loaded again with the next letter.
  estimator ??= loadEstimator().catch((cause: unknown) => {
    estimator = undefined;
    throw cause;
  });
  return (await estimator).check(password.slice(0, JUDGED_PASSWORD_LENGTH)).score;
};

const isStrongEnough = (score: PasswordScore): boolean => score >= MINIMUM_PASSWORD_SCORE;

const TYPING_PAUSE_MS = 200;
const BARS = [1, 2, 3, 4] as const;

const colourOf = (bar: number, score: PasswordScore | null): 'strong' | 'weak' | undefined => {
  if (score === null || score < bar) return undefined;
  return isStrongEnough(score) ? 'strong' : 'weak';
};

const scoreTexts = [
  'password.score0',
  'password.score1',
  'password.score2',
  'password.score3',
  'password.score4',
] as const;

/** The strength of the password; null until there is a password and the word lists are loaded. */
const useStrength = (password: string): PasswordScore | null => {
  const settled = useDebounced(password, TYPING_PAUSE_MS);
  const [judged, setJudged] = useState<{ of: string; score: PasswordScore } | null>(null);
  useEffect(() => {
    if (settled === '') return;
    let current = true;
    const rate = async () => {
      const score = await estimateStrength(settled);
      if (current) setJudged({ of: settled, score });
    };
    // Without the word lists, only the server checks the strength.
    rate().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [settled]);
  return password === '' || judged === null ? null : judged.score;
};

/** A field for choosing a password, with a strength meter. */
export const NewPasswordField = (field: Omit<TextFieldProps, 'type' | 'end' | 'children'>) => {
  const { t } = useLanguage();
  const [password, setPassword] = useState('');
  const score = useStrength(password);
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={t('password.hint', { minimum: PASSWORD_LENGTH.minimum })}
      onChange={(event) => setPassword(event.currentTarget.value)}
    >
      {/* Also without a score, which comes late and would move the button that the user is about to press. */}
      <div className={styles['strength']}>
        <span className={styles['meter']} aria-hidden="true">
          {BARS.map((bar) => (
            <span key={bar} className={styles['bar']} data-on={colourOf(bar, score)} />
          ))}
        </span>
        <output>{score !== null && t(scoreTexts[score])}</output>
      </div>
    </PasswordField>
  );
};
