import type { Ref } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { uploads as uploadsOfPage, useUploads } from '#core/uploads/browser/uploads.ts';
import { checklistOf, statsOf, totalsOf } from '#core/uploads/engine/progress.ts';
import { isSettled } from '#core/uploads/engine/upload.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { numberText } from '#core/format/number-format.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './upload-manager.module.css';

interface UploadPanelProps {
  readonly ref: Ref<HTMLElement>;
  readonly onMinimise: () => void;
  readonly onClose: () => void;
}

/** The expanded manager. */
export const UploadPanel = ({ ref, onMinimise, onClose }: UploadPanelProps) => {
  const { t, code } = useLanguage();
  const { uploads, drawer, unkept } = useUploads();
  const stats = statsOf(uploads);
  const { sent, expected, average } = totalsOf(uploads);
  const settled = uploads.filter(isSettled).length;

  const counters = [
    ['total', stats.total],
    ['active', stats.uploading],
    ['done', stats.completed],
    ['failed', stats.failed],
  ] as const;

  return (
    <section
      ref={ref}
      className={styles['panel']}
      // Toasts are beside it.
      data-floats="panel"
      data-keeps-focus
      aria-labelledby="upload-manager-title"
      tabIndex={-1}
    >
      <header className={styles['header']}>
        <h2 id="upload-manager-title">{t('uploads.title')}</h2>
        {stats.uploading > 0 && (
          <Button
            tone="quiet"
            className={styles['cancelAll']}
            onClick={() => uploadsOfPage.act((engine) => engine.cancelAll())}
          >
            {t('uploads.cancelAll')}
          </Button>
        )}
        <IconButton label={t('uploads.minimise')} onClick={onMinimise}>
          <Icon name="chevronDown" />
        </IconButton>
        <IconButton label={t('uploads.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>

      <div className={styles['totals']}>
        <span>
          {t('uploads.bytes', {
            sent: fileSizeText(sent, code),
            expected: fileSizeText(expected, code),
          })}
        </span>
        <strong>{t('uploads.average', { percent: average })}</strong>
        {drawer.closing && <span className={styles['closing']}>{t('uploads.autoClosing')}</span>}
      </div>

      <dl className={styles['counters']}>
        {counters.map(([name, count]) => (
          <div key={name} data-counter={name}>
            <dt>{t(`uploads.${name}`)}</dt>
            <dd>{numberText(count, code)}</dd>
          </div>
        ))}
      </dl>

      <ol className={styles['checklist']} aria-label={t('uploads.checklist')}>
        {checklistOf(uploads).map(([phase, , state]) => {
          const step = t(`uploads.phase.${phase}`);
          return (
            <li key={phase} data-state={state}>
              <span aria-hidden="true" title={step}>
                {t(`uploads.short.${phase}`)}
              </span>
              <span className={styles['unseen']}>{t(`uploads.step.${state}`, { step })}</span>
            </li>
          );
        })}
      </ol>

      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it even if its rows have no button. */}
      <ul className={styles['files']} aria-label={t('uploads.files')} tabIndex={0}>
        {uploads.map((upload) => (
          <UploadRow key={upload.facts.id} upload={upload} stored={!unkept.has(upload.facts.id)} />
        ))}
      </ul>

      {settled > 0 && (
        <footer className={styles['footer']}>
          <Button onClick={() => uploadsOfPage.act((engine) => engine.clear())}>
            {t('uploads.clear', { count: settled })}
          </Button>
        </footer>
      )}
    </section>
  );
};
