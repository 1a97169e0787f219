import { AUDIT_PAGE_LIMIT, listAudit } from '@izgodno/contract/audit/calls';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#core/api/api.ts';
import { showFailure } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { saveFile } from '#shared/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { collectAudit, MAX_EXPORTED, writeAuditCsv } from './audit-file.ts';
import styles from './audit-trail.module.css';

const FILE_NAME = 'izgodno-audit.csv';
const FILE_TYPE = 'text/csv;charset=utf-8';

/** Saves the audit trail as a file for spreadsheets. Leaving the page ends the reading. */
export const ExportAudit = () => {
  const { t } = useLanguage();
  const [count, setCount] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const download = useMutation({
    mutationFn: () => {
      setCount(0);
      const { signal } = leaving.current;
      return collectAudit((cursor) => {
        const query = {
          limit: AUDIT_PAGE_LIMIT.maximum,
          ...(cursor === undefined ? {} : { cursor }),
        };
        return api.call(listAudit, { query }, signal);
      }, setCount);
    },
    onSuccess: ({ entries, isComplete }) => {
      saveFile(writeAuditCsv(entries), FILE_NAME, FILE_TYPE);
      if (!isComplete) void showToast(t('moderation.exportCut', { count: MAX_EXPORTED }));
    },
    onError: (failure: Error) => {
      if (!leaving.current.signal.aborted) void showFailure(failure);
    },
  });

  return (
    <p className={styles['export']}>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        {t('moderation.export')}
      </Button>
      <output className={styles['muted']}>
        {download.isPending && t('moderation.exporting', { count })}
      </output>
    </p>
  );
};
