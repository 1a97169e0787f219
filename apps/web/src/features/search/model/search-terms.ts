/** The term being typed; commas separate terms (specification, section 2). */
export const lastTerm = (typed: string): string => typed.slice(typed.lastIndexOf(',') + 1).trim();

/** The typed terms with the last one completed. */
export const completeLastTerm = (typed: string, text: string): string => {
  const end = typed.lastIndexOf(',');
  return end === -1 ? text : `${typed.slice(0, end).trimEnd()}, ${text}`;
};
