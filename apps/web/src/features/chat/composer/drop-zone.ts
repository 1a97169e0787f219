import { useState, type DragEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { showToast } from '#shared/ui/toast.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** The files of a drop. The code for folders loads with the first one. */
const filesOfDrop = async (transfer: DataTransfer): Promise<readonly File[]> => {
  // Read at once, because the browser erases them after the event.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  const { filesOfEntries } = await import('./folder-files.ts');
  return filesOfEntries(entries);
};

/** Accepts files and folders that are dropped onto an element: spread `handlers` over it. */
export const useDropZone = (onFiles: (files: readonly File[]) => void) => {
  const { t } = useLanguage();
  const [isOver, setIsOver] = useState(false);
  // Reading a folder takes time, in which the page may render again.
  const latest = useLatest(onFiles);
  const take = async (transfer: DataTransfer): Promise<void> => {
    try {
      latest.current(await filesOfDrop(transfer));
    } catch (cause) {
      note('A dropped folder could not be read', cause);
      showToast(t('chat.folderUnreadable'), 'error');
    }
  };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        void take(event.dataTransfer);
      },
    },
  };
};
