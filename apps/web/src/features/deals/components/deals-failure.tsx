import { errorText } from '#core/api/error-text.ts';
import { useLanguage, type MessageKey } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import styles from './deals-failure.module.css';

interface DealsFailureProps {
  /** What failed. */
  readonly title: MessageKey;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Whether there is nothing else to see; deals that were loaded stay in sight. */
  readonly whole: boolean;
}

export const DealsFailure = ({ title, error, onRetry, whole }: DealsFailureProps) => {
  const { t } = useLanguage();
  const text = t(errorText(error));
  if (whole) {
    return (
      <div role="alert">
        <Notice icon="offline" title={t(title)} text={text}>
          <Button tone="primary" onClick={onRetry}>
            {t('shell.tryAgain')}
          </Button>
        </Notice>
      </div>
    );
  }
  return (
    <div role="alert" className={styles['banner']}>
      <span>{text}</span>
      <Button tone="quiet" onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
};
