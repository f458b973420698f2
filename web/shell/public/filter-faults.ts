/** A filter of an address that the server refuses, and why. */
export interface FilterFault {
  path: string
  message: string
}

/**
 * The answer to the filters of an address; `found` is null when the server refuses some of them. The page then shows its form and what is
 * wrong (ADR 1046). Other errors are thrown.
 */
export async function answerOrFaults<T>(answer: Promise<T>): Promise<{ found: T | null; faults: FilterFault[] }> {
  try {
    return { found: await answer, faults: [] }
  } catch (error) {
    const faults = faultsIn(error)
    if (faults.length === 0) throw error
    return { found: null, faults }
  }
}

/** The refused filters of an error that a loader's call throws (server/kernel/ssr/services.ts); none for other errors. */
function faultsIn(error: unknown): FilterFault[] {
  const { data, init } = (error ?? {}) as { data?: { fields?: FilterFault[] } | null; init?: { status?: number } | null }
  return init?.status === 400 ? (data?.fields ?? []).map(({ path, message }) => ({ path: path.split('.')[0]!, message })) : []
}

/** A query without the refused filters. */
export const withoutFaults = <V>(query: Readonly<Record<string, V>>, faults: readonly FilterFault[]): Record<string, V> =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !faults.some(({ path }) => path === key)))
