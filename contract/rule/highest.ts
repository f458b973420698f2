/** The sum of the `many` highest figures, by default one; negative figures count as 0. */
export const sumOfHighest = (figures: readonly number[], many = 1): number =>
  figures
    .toSorted((a, b) => b - a)
    .slice(0, many)
    .reduce((sum, each) => sum + Math.max(0, each), 0)
