import { useCallback, useRef } from 'react';
import { uploads as engine, useUploads } from '#core/uploads/browser/uploads.ts';
import { publishCoveredHeight } from '#shared/publish-covered-height.ts';
import { CompactBar, SummaryPill } from './small-forms.tsx';
import { UploadAnnouncer } from './upload-announcer.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The floating upload manager in its current form (specification, section 2). */
export const UploadManager = () => {
  const { drawer, uploads } = useUploads();
  const isEmpty = uploads.length === 0;
  const byHand = useRef(false);
  const change = (action: () => void) => () => {
    byHand.current = true;
    action();
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
      <UploadAnnouncer uploads={uploads} />
      {drawer.form === 'expanded' && !isEmpty && (
        <UploadPanel
          ref={atForm}
          onMinimise={change(() => engine.minimise())}
          onClose={change(() => engine.close())}
        />
      )}
      {drawer.form === 'minimised' && !isEmpty && (
        <CompactBar ref={atForm} uploads={uploads} onOpen={change(() => engine.open())} />
      )}
      {drawer.form === 'closed' && !isEmpty && (
        <SummaryPill ref={atForm} uploads={uploads} onOpen={change(() => engine.open())} />
      )}
    </>
  );
};
