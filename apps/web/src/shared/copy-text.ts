import { showToast } from './ui/toast.ts';

/** Copies a text to the clipboard, and shows whether the browser allowed it. */
export const copyText = async (
  text: string,
  { copied, notCopied }: { readonly copied: string; readonly notCopied: string },
): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied, 'success');
  } catch {
    showToast(notCopied, 'error');
  }
};
