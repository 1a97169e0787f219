/** Names of the tokens in `shared/styles/tokens.css` other than colours, for the style guide. */
export const tokenGroups = {
  text: ['text-xs', 'text-s', 'text-m', 'text-l', 'text-xl', 'text-2xl'],
  space: ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7'],
  radius: ['radius-s', 'radius-m', 'radius-l', 'radius-round'],
  shadow: ['shadow-small', 'shadow-card', 'shadow-float'],
} as const;
