/** Every key of the chat, as the help sheet lists them. `Mod` is Ctrl, or ⌘ on Apple devices. */
export const shortcutKeys = [
  { name: 'help', keys: ['?'] },
  { name: 'switch', keys: ['Mod', 'K'] },
  { name: 'previous', keys: ['Alt', '↑'] },
  { name: 'next', keys: ['Alt', '↓'] },
  { name: 'previousUnread', keys: ['Alt', 'Shift', '↑'] },
  { name: 'nextUnread', keys: ['Alt', 'Shift', '↓'] },
  { name: 'send', keys: ['Enter'] },
  { name: 'newLine', keys: ['Shift', 'Enter'] },
  { name: 'editLast', keys: ['↑'] },
  { name: 'cancel', keys: ['Esc'] },
] as const;
