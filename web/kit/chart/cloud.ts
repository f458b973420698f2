export const CLOUD_SIZES = 5

/**
 * Size 1 (smallest) to 5 (largest) for each weight, on a logarithmic scale, so that one large weight does not flatten the others. Equal
 * weights get the middle size.
 */
export function cloudSizes(weights: readonly number[]): number[] {
  const logs = weights.map((w) => Math.log(Math.max(w, 0) + 1))
  const least = Math.min(...logs)
  const span = Math.max(...logs) - least
  if (!(span > 0)) return weights.map(() => Math.ceil(CLOUD_SIZES / 2))
  return logs.map((l) => 1 + Math.round(((l - least) / span) * (CLOUD_SIZES - 1)))
}
