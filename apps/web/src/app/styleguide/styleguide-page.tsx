import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { themeStore } from '#core/theme/theme.ts';
import { CompactBar, SummaryPill } from '#features/uploads/small-forms.tsx';
import { UploadRow } from '#features/uploads/upload-row.tsx';
import { DealGrid, DealGridSkeleton } from '#features/deals/card/deal-grid.tsx';
import { recentDealsQuery } from '../pages/recent-deals.ts';
import { useStore } from '#shared/store.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Overlays } from './overlays.tsx';
import { sampleUploads } from './sample-uploads.ts';
import styles from './styleguide-page.module.css';
import { tokenGroups } from './token-groups.ts';

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
      <Controls />
      <Overlays />
      <Cards />
      <Uploads />
      <Section title={t('styleguide.notices')}>
        <Notice icon="search" title={t('empty.noDeals')} text={t('empty.adjust')} />
      </Section>
    </PageFrame>
  );
};

const Type = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.type')}>
      {tokenGroups.text.map((token) => (
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
      <ul className={styles['tokens']}>
        {tokenGroups.space.map((token) => (
          <li key={token}>
            <span className={styles['bar']} style={{ inlineSize: `var(--${token})` }} />
            <code>{token}</code>
          </li>
        ))}
      </ul>
      <ul className={styles['tokens']}>
        {tokenGroups.radius.map((token) => (
          <li key={token}>
            <span className={styles['corner']} style={{ borderRadius: `var(--${token})` }} />
            <code>{token}</code>
          </li>
        ))}
      </ul>
      <ul className={styles['tokens']}>
        {tokenGroups.shadow.map((token) => (
          <li key={token}>
            <span className={styles['corner']} style={{ boxShadow: `var(--${token})` }} />
            <code>{token}</code>
          </li>
        ))}
      </ul>
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
