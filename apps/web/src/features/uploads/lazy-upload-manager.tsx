import { useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useUploads } from '#core/uploads/browser/uploads.ts';

const UploadManager = lazyComponent(
  ['uploads'],
  async () => (await import('./upload-manager.tsx')).UploadManager,
);

/** The upload manager, which loads with the page's first upload. */
export const LazyUploadManager = () => {
  const isUploading = useUploads().uploads.length > 0;
  const [hasUploaded, setHasUploaded] = useState(false);
  const [announced, setAnnounced] = useState('');
  if (isUploading && !hasUploaded) setHasUploaded(true);
  return (
    <>
      {/* At the end of a full-height page it would make the page scroll. */}
      <output className="visually-hidden" style={{ insetBlockStart: 0 }} aria-live="polite">
        {announced}
      </output>
      {hasUploaded && (
        <Eventually>
          <UploadManager announce={setAnnounced} />
        </Eventually>
      )}
    </>
  );
};
