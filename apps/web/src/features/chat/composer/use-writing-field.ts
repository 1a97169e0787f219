import { useLayoutEffect, useRef, useState } from 'react';

/** The text field, which grows with its text, and the position of its caret. */
export const useWritingField = (text: string) => {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element?.value !== text) return;
    // The style limits the height.
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const focus = (): void => ref.current?.focus();

  return {
    ref,
    caret,
    focus,
    /** Called when the caret has moved. */
    followCaret: ({ selectionStart }: HTMLTextAreaElement) => setCaret(selectionStart),
    /** Puts the caret at a position of the text that is rendered next. */
    moveCaret: (at: number): void => {
      setCaret(at);
      requestAnimationFrame(() => {
        focus();
        ref.current?.setSelectionRange(at, at);
      });
    },
  };
};
