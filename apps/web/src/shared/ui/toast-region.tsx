import { useStore } from '#shared/store.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, toastStore } from './toast.ts';
import styles from './toast-region.module.css';

/**
 * The region for toasts. It is in the page from the start, so that screen readers announce new
 * ones.
 */
export const ToastRegion = ({ dismissLabel }: { dismissLabel: string }) => {
  const toasts = useStore(toastStore);
  return (
    <output className={styles['region']}>
      {toasts.map(({ id, text, tone, action }) => (
        <div key={id} className={`${styles['toast']} ${styles[tone]}`}>
          <span className={styles['text']}>{text}</span>
          {action !== undefined && (
            <Button
              tone="quiet"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={dismissLabel} onClick={() => dismissToast(id)}>
            <Icon name="close" size={18} />
          </IconButton>
        </div>
      ))}
    </output>
  );
};
