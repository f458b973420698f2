import type { Actor } from '../actor.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** A record from which another one was begun: a consultation or a declaration that became an appeal. */
interface Origin {
  title: string
  /** where its reader opens it */
  to: string
  policyId: number
}
interface OriginSource {
  kind: string
  /** Under the reader's own rights; null: absent for them. */
  find(k: Kernel, db: Db, actor: Actor, id: number): Promise<Origin | null>
}

const sources = perKernel((): OriginSource[] => [])

/** A domain offers its records as the beginning of others when it joins. */
export function offersOrigin(k: Kernel, source: OriginSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two origins called ${source.kind}`)
  sources(k).push(source)
}

/** The record as its reader may see it, else null. */
export const originOf = async (k: Kernel, db: Db, actor: Actor, kind: string, id: number): Promise<Origin | null> =>
  (await sources(k)
    .find((source) => source.kind === kind)
    ?.find(k, db, actor, id)) ?? null
