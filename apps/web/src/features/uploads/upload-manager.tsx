import { useCallback, useRef } from 'react';
import { uploads as engine, useUploads } from '#core/uploads/browser/uploads.ts';
import { CompactBar, SummaryPill } from './small-forms.tsx';
import { UploadAnnouncer } from './upload-announcer.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The floating upload manager in its current form (specification, section 2). */
export const UploadManager = () => {
  const { drawer, uploads } = useUploads();
  const byHand = useRef(false);
  const change = (action: () => void) => () => {
    byHand.current = true;
    action();
  };
  // The pressed button disappears with its form, so the next form takes the focus. A form that
  // opens automatically does not.
  const takeFocus = useCallback((form: HTMLElement | null) => {
    if (form === null || !byHand.current) return;
    byHand.current = false;
    form.focus();
  }, []);

  return (
    <>
      <UploadAnnouncer uploads={uploads} />
      {drawer.form === 'expanded' && (
        <UploadPanel
          ref={takeFocus}
          onMinimise={change(() => engine.minimise())}
          onClose={change(() => engine.close())}
        />
      )}
      {drawer.form === 'minimised' && (
        <CompactBar ref={takeFocus} uploads={uploads} onOpen={change(() => engine.open())} />
      )}
      {drawer.form === 'closed' && uploads.length > 0 && (
        <SummaryPill ref={takeFocus} uploads={uploads} onOpen={change(() => engine.open())} />
      )}
    </>
  );
};
