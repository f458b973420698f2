import type { RowResourceKey } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface RowOption {
  value: string
  label: string
}
/** What a domain offers to the screen on which row rules are set. */
export interface RowSource {
  /** choices of those fields whose values the contract does not list */
  options: Readonly<Record<string, () => Promise<RowOption[]>>>
  /** how many rows this person sees; with `id`, whether they see that one row */
  count(actor: Actor, id?: number): Promise<number>
}

const known = perKernel(() => new Map<RowResourceKey, RowSource>())

/** A domain offers each of its resources when it joins. */
export function offersRows(k: Kernel, key: RowResourceKey, source: RowSource): void {
  if (known(k).has(key)) throw new Error(`rows of ${key} are offered twice`)
  known(k).set(key, source)
}

/** Throws when no domain offers the resource. */
export function rowSource(k: Kernel, key: RowResourceKey): RowSource {
  const found = known(k).get(key)
  if (!found) throw new Error(`nobody offers the rows of ${key}`)
  return found
}

/** Enabled offices as choices of a field. */
export const officeOptions = async (k: Kernel): Promise<RowOption[]> =>
  (await k.db.selectFrom('office').select(['id', 'name']).where('enabled', '=', true).orderBy('sort').orderBy('id').execute()).map(
    ({ id, name }) => ({ value: String(id), label: name }),
  )
