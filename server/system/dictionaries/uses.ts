import type { DictUse } from '../../../contract/dictionary.ts'
import type { Db } from '../../kernel/db/index.ts'
import { dictionaryUses } from '../../kernel/offers/dictionary-uses.ts'
import { refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'

const told = (uses: readonly DictUse[]) => uses.map(({ title, count }) => `${title} ${count} 处`).join('，')

/** Refuses to delete values that stored records use, because the records would show a bare code. */
export async function refuseUsed(k: Kernel, db: Db, type: string, what: string, values?: readonly string[]): Promise<void> {
  const uses = await dictionaryUses(k, db, type, values)
  if (uses.length > 0) throw refused(`${what}正在使用（${told(uses)}），不能删除，可以停用`, 'IN_USE')
}
