import { actionErrorText, errorText, lacksSecondFactor } from './api/error-text.ts';
import { useLanguage } from './language/language.ts';
import { Eventually, lazyComponent } from './lazy-component.tsx';

const SetUpSecondFactor = lazyComponent(
  ['accounts.factors'],
  async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor,
);

interface FailureTextProps {
  readonly error: unknown;
  /** Whether the failure belongs to a user's action rather than to loading data. */
  readonly isAction?: boolean;
}

/** Explains a failure; if only a second factor is missing, links to its set-up. */
export const FailureText = ({ error, isAction = false }: FailureTextProps) => {
  const { t } = useLanguage();
  if (!lacksSecondFactor(error)) return t((isAction ? actionErrorText : errorText)(error));
  return (
    <Eventually>
      <SetUpSecondFactor />
    </Eventually>
  );
};
