/** Whether a text that a user pastes or shares is an absolute http or https URL. */
export const isAbsoluteWebUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:/i.test(text);
