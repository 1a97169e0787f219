import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { themeStore } from '#core/theme/theme.ts';
import { CompactBar, SummaryPill } from '#features/uploads/small-forms.tsx';
import { UploadRow } from '#features/uploads/upload-row.tsx';
import { DealGrid, DealGridSkeleton } from '#features/deals/card/deal-grid.tsx';
import { useStore } from '#shared/store.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import type { Upload, UploadFacts } from '#core/uploads/engine/upload.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { recentDealsQuery } from '../pages/recent-deals.ts';
import { Icons, Instead, Motion, Rules, Tabs } from './further-samples.tsx';
import { Colours, Controls } from './samples.tsx';
import styles from './styleguide-page.module.css';

const FilterSheet = lazyComponent(
  ['deals', 'search.filters'],
  async () => (await import('#features/search/filters/filter-sheet.tsx')).FilterSheet,
);

const toasts = ['info', 'success', 'error'] as const;

/** Overlays: a dialog, a sheet, and toasts. */
const Overlays = () => {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Section title={t('styleguide.overlays')}>
      <div className={styles['row']}>
        <Button onClick={() => setOpen(true)}>{t('styleguide.openDialog')}</Button>
        {toasts.map((tone) => (
          <Button
            key={tone}
            // Stays open for inspection.
            onClick={() => showToast(t(`styleguide.toast.${tone}`), tone, { durationMs: Infinity })}
          >
            {t(`styleguide.toast.${tone}`)}
          </Button>
        ))}
        <Button
          onClick={() =>
            showToast(t('styleguide.toast.info'), 'info', {
              durationMs: Infinity,
              action: { label: t('styleguide.openDialog'), run: () => setOpen(true) },
            })
          }
        >
          {t('styleguide.toast.action')}
        </Button>
        <Button onClick={() => setSheetOpen(true)}>{t('styleguide.openSheet')}</Button>
      </div>
      {isSheetOpen && (
        <Eventually>
          <FilterSheet onClose={() => setSheetOpen(false)} />
        </Eventually>
      )}
      <Dialog
        open={open}
        title={t('styleguide.dialog')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('styleguide.tone.secondary')}</Button>
            <Button tone="primary" onClick={close}>
              {t('styleguide.tone.primary')}
            </Button>
          </>
        }
      >
        {t('styleguide.hint')}
      </Dialog>
    </Section>
  );
};

const MEGABYTE = 1_048_576;

const facts = (index: number, fileName: string, mimeType: string, size: number): UploadFacts => ({
  id: `sample-${index}`,
  placeholderId: `sample-${index}`,
  batchId: 'sample',
  index,
  userId: 'sample',
  channelId: 'deals',
  messageId: 'sample',
  fileName,
  fileSize: size,
  mimeType,
  chunkSize: 64 * MEGABYTE,
  resumable: true,
});

/** One upload in each visible state. The engine knows none of them. */
const sampleUploads: readonly Upload[] = [
  {
    facts: facts(0, 'kolelo.jpg', 'image/jpeg', 3 * MEGABYTE),
    status: 'uploading',
    waitsFor: null,
    step: { kind: 'sending', sentBytes: MEGABYTE, samples: [] },
  },
  {
    facts: facts(1, 'garantsiya.pdf', 'application/pdf', MEGABYTE / 2),
    status: 'paused',
    confirmedBytes: MEGABYTE / 4,
  },
  {
    facts: facts(2, 'video.mp4', 'video/mp4', 900 * MEGABYTE),
    status: 'error',
    error: { kind: 'unreachable' },
    sentBytes: 0,
  },
  {
    facts: facts(3, 'opisanie.txt', 'text/plain', 2_048),
    status: 'cancelled',
    sentBytes: 0,
  },
];

/** Tokens of `shared/styles/tokens.css` other than colours. */
const textSizes = ['text-xs', 'text-s', 'text-m', 'text-l', 'text-xl', 'text-2xl'];
const spaces = ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7'];
const radii = ['radius-s', 'radius-m', 'radius-l', 'radius-round'];
const targets = ['target', 'link-height'];
const shadows = ['shadow-small', 'shadow-card', 'shadow-float'];

/** Tokens, the class of their samples, and the property that they are for. */
const measures = [
  [spaces, 'bar', 'inlineSize'],
  [radii, 'corner', 'borderRadius'],
  [shadows, 'corner', 'boxShadow'],
  [targets, 'corner', 'blockSize'],
] as const;

/** The design tokens and components in one place, for developers and for tests. */
export const StyleguidePage = () => {
  const { t } = useLanguage();
  const theme = useStore(themeStore);
  return (
    <PageFrame title={t('styleguide.title')} lead={t('styleguide.lead')} width="wide">
      {/* Computed again when the theme changes. */}
      <Colours key={theme} />
      <Type />
      <Measures />
      <Motion />
      <Icons />
      <Controls />
      <Tabs />
      <Overlays />
      <Cards />
      <Uploads />
      <Instead />
      <Rules />
    </PageFrame>
  );
};

const Type = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.type')}>
      {textSizes.map((token) => (
        <p key={token} className={styles['sample']} style={{ fontSize: `var(--${token})` }}>
          {t('styleguide.sample')} <code>{token}</code>
        </p>
      ))}
    </Section>
  );
};

const Measures = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.measures')}>
      {measures.map(([tokens, sample, property]) => (
        <ul key={property} className={styles['tokens']}>
          {tokens.map((token) => (
            <li key={token}>
              <span className={styles[sample]} style={{ [property]: `var(--${token})` }} />
              <code>{token}</code>
            </li>
          ))}
        </ul>
      ))}
    </Section>
  );
};

const Cards = () => {
  const { t } = useLanguage();
  const { data = [] } = useQuery(recentDealsQuery);
  return (
    <Section title={t('styleguide.cards')}>
      <DealGrid deals={data.slice(0, 3)} view="grid" label={t('view.grid')} areResults={false} />
      <DealGrid deals={data.slice(3, 5)} view="list" label={t('view.list')} areResults={false} />
      <div className={styles['skeleton']}>
        <DealGridSkeleton view="grid" />
      </div>
    </Section>
  );
};

const Uploads = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.uploads')}>
      <ul aria-label={t('uploads.files')}>
        {sampleUploads.map((upload) => (
          <UploadRow key={upload.facts.id} upload={upload} stored />
        ))}
      </ul>
      <div className={styles['floating']}>
        <CompactBar ref={null} uploads={sampleUploads} onOpen={() => undefined} />
      </div>
      <div className={styles['floating']}>
        <SummaryPill ref={null} uploads={sampleUploads} onOpen={() => undefined} />
      </div>
    </Section>
  );
};
