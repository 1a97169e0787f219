import { useCallback, useRef } from 'react';
import { uploads as uploadsOfPage, useUploads } from '#core/uploads/browser/uploads.ts';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import { publishCoveredHeight } from '#shared/publish-covered-height.ts';
import { CompactBar, SummaryPill } from './small-forms.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useAnnouncements } from './use-announcements.ts';

/**
 * The floating upload manager in its current form (specification, section 2). What it announces to
 * screen readers belongs in a live region that was there before.
 */
export const UploadManager = ({ announce }: { announce: (text: string) => void }) => {
  const { drawer, uploads } = useUploads();
  useAnnouncements(uploads, announce);
  const isEmpty = uploads.length === 0;
  const byHand = useRef(false);
  const change = (action: (engine: UploadEngine) => void) => () => {
    byHand.current = true;
    uploadsOfPage.act(action);
  };
  // The pressed button disappears with its form, so the next form takes the focus. A form that
  // opens automatically does not.
  const atForm = useCallback((form: HTMLElement | null) => {
    if (form === null) return undefined;
    if (byHand.current) {
      byHand.current = false;
      form.focus();
    }
    return publishCoveredHeight(form, '--under-uploads');
  }, []);

  return (
    <>
      {drawer.form === 'expanded' && !isEmpty && (
        <UploadPanel
          ref={atForm}
          onMinimise={change((engine) => engine.minimise())}
          onClose={change((engine) => engine.close())}
        />
      )}
      {drawer.form === 'minimised' && !isEmpty && (
        <CompactBar ref={atForm} uploads={uploads} onOpen={change((engine) => engine.open())} />
      )}
      {drawer.form === 'closed' && !isEmpty && (
        <SummaryPill ref={atForm} uploads={uploads} onOpen={change((engine) => engine.open())} />
      )}
    </>
  );
};
