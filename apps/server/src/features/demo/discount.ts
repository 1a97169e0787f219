/** Whole percent by which a price lies below the former one, rounded down; none below 1. */
export const discountPercent = (amount: number, originalAmount: number | null): number | null => {
  if (originalAmount === null) return null;
  const percent = Math.floor(((originalAmount - amount) * 100) / originalAmount);
  return percent < 1 ? null : percent;
};
