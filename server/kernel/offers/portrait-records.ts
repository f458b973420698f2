import type { PortraitRecords } from '../../../contract/portrait.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** 企业画像 shows at most so many rows of one kind; the rest is in the domain's own list. */
const SHOWN = 10

/** The records of one domain about a company. */
export interface RecordSource extends Pick<PortraitRecords, 'kind' | 'title' | 'unit' | 'columns'> {
  /** The newest rows that the reader may see, by the same rules as the domain's own list; null: the reader sees none of this kind. */
  find(k: Kernel, actor: Actor, companyId: number, limit: number): Promise<Pick<PortraitRecords, 'total' | 'sums' | 'rows'> | null>
}

const sources = perKernel((): RecordSource[] => [])

/** A domain registers its records about a company for 企业画像 when it joins. They are shown in the order of registration. */
export function offersRecords(k: Kernel, source: RecordSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two kinds of records called ${source.kind}`)
  sources(k).push(source)
}

/** The records of all domains about a company, as far as the reader may see them. */
export async function recordsOf(k: Kernel, actor: Actor, companyId: number): Promise<PortraitRecords[]> {
  const found = await Promise.all(
    sources(k).map(async ({ kind, title, unit, columns, find }): Promise<PortraitRecords | null> => {
      const records = await find(k, actor, companyId, SHOWN)
      return records && { kind, title, unit, columns, ...records }
    }),
  )
  return found.filter((records) => records !== null)
}
