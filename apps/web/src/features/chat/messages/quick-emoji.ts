/** The most common reactions, offered without the picker. */
export const QUICK_EMOJI = ['👍', '❤️', '😂', '🎉', '😮', '😢'] as const;
