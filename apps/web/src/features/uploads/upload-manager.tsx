import { useUploads } from '#core/upload-browser/uploads.ts';
import { CompactBar } from './compact-bar.tsx';
import { SummaryPill } from './summary-pill.tsx';
import { UploadAnnouncer } from './upload-announcer.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The floating upload manager in the form it has now (specification, section 2). */
export const UploadManager = () => {
  const { drawer, uploads } = useUploads();
  return (
    <>
      <UploadAnnouncer uploads={uploads} />
      {drawer.form === 'expanded' && <UploadPanel />}
      {drawer.form === 'minimised' && <CompactBar uploads={uploads} />}
      {drawer.form === 'closed' && uploads.length > 0 && <SummaryPill uploads={uploads} />}
    </>
  );
};
