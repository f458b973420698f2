/** The sum of so many of the highest figures, one unless it says otherwise; nothing counts below 0. */
export const sumOfHighest = (figures: readonly number[], many = 1): number =>
  figures
    .toSorted((a, b) => b - a)
    .slice(0, many)
    .reduce((sum, each) => sum + Math.max(0, each), 0)
