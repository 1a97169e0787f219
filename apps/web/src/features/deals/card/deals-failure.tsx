import { errorText } from '#core/api/error-text.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Button } from '#shared/ui/button.tsx';
import styles from './deals-failure.module.css';

interface DealsFailureProps {
  /** The heading that names what failed. */
  readonly title: TextKey;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Whether nothing else is shown; loaded deals stay visible. */
  readonly whole: boolean;
}

export const DealsFailure = ({ title, error, onRetry, whole }: DealsFailureProps) => {
  const { t } = useLanguage();
  if (whole) return <LoadFailure title={title} error={error} onRetry={onRetry} />;
  return (
    <div role="alert" className={styles['banner']}>
      <span>{t(errorText(error))}</span>
      <Button tone="quiet" onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
};
