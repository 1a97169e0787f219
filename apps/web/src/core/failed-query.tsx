import { Button } from '#shared/ui/button.tsx';
import { FailureText } from './failure-text.tsx';
import { useLanguage } from './language/language.ts';
import styles from './failed-query.module.css';

interface FailedQueryProps {
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** Explains why a part of a page could not be loaded, and loads it again on request. */
export const FailedQuery = ({ query: { error, refetch } }: FailedQueryProps) => {
  const { t } = useLanguage();
  return (
    <div role="alert" className={styles['failure']}>
      <p>
        <FailureText error={error} />
      </p>
      <Button onClick={() => void refetch()}>{t('shell.tryAgain')}</Button>
    </div>
  );
};
