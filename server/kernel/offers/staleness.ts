import type { PermissionCode } from '../../../contract/permissions.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Something that was last touched on a day and is to be looked after within the limit of its kind. */
export interface StaleRow {
  id: string | number
  title: string
  /** 'YYYY-MM-DD'; null: never, and therefore due now */
  lastDay: string | null
  /** the office that keeps it; null: whoever holds the right of the kind */
  officeId: number | null
  note?: string
  /** where it is looked after */
  to: string
}

export interface StaleWatch {
  /** its key, such as `policy` */
  kind: string
  name: string
  /** within how many days it is to be looked after again; 0: at once */
  limitDays: number
  /** the limit in words, where `limitDays` does not say it well */
  limit: string
  /** who keeps it holds this right, in the office of the row where it names one */
  keeper: PermissionCode
  /** What was last touched on `until` or earlier, the oldest first; at most 200. */
  rows(k: Kernel, until: string): Promise<StaleRow[]>
}

const watches = perKernel((): StaleWatch[] => [])

/** A domain says when it joins what of it grows old, and who is to look after it (V-02). */
export function watchStale(k: Kernel, watch: StaleWatch): void {
  if (watches(k).some(({ kind }) => kind === watch.kind)) throw new Error(`staleness of ${watch.kind} is watched twice`)
  watches(k).push(watch)
}
export const staleWatches = (k: Kernel): readonly StaleWatch[] => watches(k)
