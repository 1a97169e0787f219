import { useLayoutEffect, useRef, useState } from 'react';

/** The field one writes in, as high as its text, and where its caret stands. */
export const useWritingField = (text: string) => {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element?.value !== text) return;
    // The style says how high at most.
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const focus = (): void => ref.current?.focus();

  return {
    ref,
    caret,
    focus,
    /** The caret has moved. */
    followCaret: ({ selectionStart }: HTMLTextAreaElement) => setCaret(selectionStart),
    /** Puts the caret at a place of the text that is shown next. */
    moveCaret: (at: number): void => {
      setCaret(at);
      requestAnimationFrame(() => {
        focus();
        ref.current?.setSelectionRange(at, at);
      });
    },
  };
};
