import { PASSWORD_LENGTH } from '@izgodno/contract/accounts/limits';
import { useEffect, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import type { TextFieldProps } from '#shared/ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import { estimateStrength, isStrongEnough, type PasswordScore } from './password-strength.ts';
import styles from './password-field.module.css';

const TYPING_PAUSE_MS = 200;
const BARS = [1, 2, 3, 4] as const;

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
    const judge = async () => {
      const score = await estimateStrength(settled, []);
      if (current) setJudged({ of: settled, score });
    };
    // Without the word lists, only the server checks the strength.
    judge().catch(() => undefined);
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
      {score !== null && (
        <div className={styles['strength']}>
          <span className={styles['meter']} aria-hidden="true">
            {BARS.map((bar) => (
              <span
                key={bar}
                className={styles['bar']}
                data-on={score < bar ? undefined : isStrongEnough(score) ? 'strong' : 'weak'}
              />
            ))}
          </span>
          <output>{t(scoreTexts[score])}</output>
        </div>
      )}
    </PasswordField>
  );
};
