import { useLayoutEffect, useRef, useState } from 'react';

/** The text field, which grows with its text, and the position of its caret. */
export const useWritingField = (text: string, label: string) => {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);

  useLayoutEffect(() => {
    const element = ref.current;
    // Most browsers find the height by themselves, also at another width. The style limits it.
    if (element?.value !== text || CSS.supports('field-sizing: content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
    // Without a text, the label is in it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [text, label]);

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
