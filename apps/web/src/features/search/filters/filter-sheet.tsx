import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { dealsQuery } from '../calls.ts';
import { useDealSearch } from '../results/use-deal-search.ts';
import { FilterPanel } from './filter-panel.tsx';
import styles from './filter-sheet.module.css';

/**
 * The filters over the page of a narrow screen. The browser keeps the focus inside and returns it.
 * Each filter applies at once, so closing the sheet loses nothing.
 */
export const FilterSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLanguage();
  const sheet = useRef<HTMLDialogElement>(null);
  const total = useInfiniteQuery(dealsQuery(useDealSearch())).data?.pages[0]?.total;

  // Closes the sheet while it is still in the document; otherwise the focus would not return.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    // The browser would focus 'Clear all', which Enter would then press.
    dialog?.focus();
    return () => dialog?.close();
  }, []);

  // Closes the sheet by pointer beside it; the keyboard has Escape and the buttons.
  useEffect(() => {
    const dialog = sheet.current;
    const close = ({ target }: Event) => target === dialog && onClose();
    dialog?.addEventListener('click', close);
    return () => dialog?.removeEventListener('click', close);
  }, [onClose]);

  return (
    <dialog
      ref={sheet}
      tabIndex={-1}
      aria-label={t('filters.title')}
      className={styles['sheet']}
      onCancel={(event) => {
        event.preventDefault();
        // A typed price applies when it loses the focus, which Escape does not take.
        sheet.current?.focus();
        onClose();
      }}
    >
      <div className={styles['filters']}>
        <FilterPanel>
          <IconButton label={t('filterSheet.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </FilterPanel>
      </div>
      <div className={styles['done']}>
        <Button tone="primary" onClick={onClose}>
          {total === undefined ? t('filterSheet.close') : t('filterSheet.show', { count: total })}
        </Button>
      </div>
    </dialog>
  );
};
