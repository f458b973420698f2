/**
 * Calls `work` for one item after another and returns the results in order. Tests outside `*.race.test.ts` have one connection, so they
 * make no calls at the same time.
 */
export async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
