import { askBeforeLeaving } from './ask-before-leaving.ts';
import type { Unsubscribe } from './store.ts';

/**
 * Where a typed text is lost with the page: in dialogs, and in forms with this attribute. Other forms
 * store a draft or ask themselves. A combobox searches for what is then picked.
 */
const FIELDS = ':is(dialog, [data-asks]) :is(textarea, input):not([role="combobox"])';

/** Codes, prices and names of one word are typed again at once. */
const isLong = (text: string): boolean => /\S\s+\S/.test(text);

const isLost = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.isConnected && field.closest('dialog:not([open])') === null && isLong(field.value);

/** Makes the browser ask before the page is left while a field has a text of more than one word that would be lost. */
export const askWhereTyped = (): void => {
  let typed: (HTMLInputElement | HTMLTextAreaElement)[] = [];
  let stopAsking: Unsubscribe | null = null;
  const follow = (): void => {
    typed = typed.filter(isLost);
    if (typed.length > 0) stopAsking ??= askUntilClosed();
    else {
      stopAsking?.();
      stopAsking = null;
    }
  };
  const askUntilClosed = (): Unsubscribe => {
    const stop = askBeforeLeaving();
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      stop();
    };
  };
  document.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || !target.matches(FIELDS)) return;
    // Passwords, searches and URLs are not texts.
    if (['text', 'textarea'].includes(target.type)) typed = [...new Set([...typed, target])];
    follow();
  });
};
