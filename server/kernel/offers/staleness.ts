import type { PermissionCode } from '../../../contract/permissions.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** A thing with the day on which it was last maintained; it must be maintained again within the limit of its kind. */
export interface StaleRow {
  id: string | number
  title: string
  /** 'YYYY-MM-DD'; null: never maintained, and therefore due now */
  lastDay: string | null
  /** the office that maintains it; null: everybody who holds the right of the kind */
  officeId: number | null
  note?: string
  /** the page on which it is maintained */
  to: string
}

export interface StaleWatch {
  /** its key, such as `policy` */
  kind: string
  name: string
  /** days after which it must be maintained again; 0: at once */
  limitDays: number
  /** the limit in words, where `limitDays` does not say it well */
  limit: string
  /** the right of the people who maintain it, in the office of the row where the row names one */
  keeper: PermissionCode
  /** Rows that were last maintained on `until` or earlier, the oldest first; at most 200. */
  rows(k: Kernel, until: string): Promise<StaleRow[]>
}

const watches = perKernel((): StaleWatch[] => [])

/** A domain registers when it joins what must be kept up to date, and by whom (V-02). */
export function watchStale(k: Kernel, watch: StaleWatch): void {
  if (watches(k).some(({ kind }) => kind === watch.kind)) throw new Error(`staleness of ${watch.kind} is watched twice`)
  watches(k).push(watch)
}
export const staleWatches = (k: Kernel): readonly StaleWatch[] => watches(k)
