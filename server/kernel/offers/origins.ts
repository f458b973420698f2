import type { Actor } from '../actor.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** A record from which another one was created: a consultation or declaration that became an appeal. */
interface Origin {
  title: string
  /** the page that shows it to the reader */
  to: string
  policyId: number
}
interface OriginSource {
  kind: string
  /** Uses the reader's own rights; null when the reader may not see the record. */
  find(k: Kernel, db: Db, actor: Actor, id: number): Promise<Origin | null>
}

const sources = perKernel((): OriginSource[] => [])

/** A domain registers the kinds of its records that can be such origins, when it joins. */
export function offersOrigin(k: Kernel, source: OriginSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two origins called ${source.kind}`)
  sources(k).push(source)
}

/** The record when the reader may see it, else null. */
export const originOf = async (k: Kernel, db: Db, actor: Actor, kind: string, id: number): Promise<Origin | null> =>
  (await sources(k)
    .find((source) => source.kind === kind)
    ?.find(k, db, actor, id)) ?? null
