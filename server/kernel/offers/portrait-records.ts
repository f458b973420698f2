import type { PortraitRecords } from '../../../contract/portrait.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Rows of one kind that 企业画像 shows at most; the rest is in the domain's own list. */
const SHOWN = 10

/** What one domain has on record about a company. */
export interface RecordSource extends Pick<PortraitRecords, 'kind' | 'title' | 'unit' | 'columns'> {
  /** The newest in the reader's sight, by the same rules as the domain's own list; null: this reader sees none of the kind. */
  find(k: Kernel, actor: Actor, companyId: number, limit: number): Promise<Pick<PortraitRecords, 'total' | 'sums' | 'rows'> | null>
}

const sources = perKernel((): RecordSource[] => [])

/** A domain offers its records about a company to 企业画像 when it joins. They show in the order in which domains join. */
export function offersRecords(k: Kernel, source: RecordSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two kinds of records called ${source.kind}`)
  sources(k).push(source)
}

/** What all domains have on record about a company, as far as the reader may see it. */
export async function recordsOf(k: Kernel, actor: Actor, companyId: number): Promise<PortraitRecords[]> {
  const found = await Promise.all(
    sources(k).map(async ({ kind, title, unit, columns, find }): Promise<PortraitRecords | null> => {
      const records = await find(k, actor, companyId, SHOWN)
      return records && { kind, title, unit, columns, ...records }
    }),
  )
  return found.filter((records) => records !== null)
}
