/** Whether a modifier is held, which makes the key a shortcut of the browser or of the chat. */
export const hasModifier = ({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;
