import { z } from 'zod'
import { ruleBody } from '../../../contract/identity/data-rules.ts'
import { rowResources, type RowResourceKey } from '../../../contract/row-rules.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rulesInWords } from './rule-words.ts'

interface Entry {
  object_type: string | null
  object_id: string | null
  detail: unknown
}
const logged = z.object(ruleBody).nullable()
const ofRule = z.object({
  resource: z.string(),
  before: logged.default(null),
  after: logged.default(null),
})
const ofChange = z.object({ before: z.object({ rule: logged }), after: z.object({ rule: logged }) })
const isResource = (value: string | null | undefined): value is RowResourceKey =>
  typeof value === 'string' && Object.hasOwn(rowResources, value)

/** What an entry of the audit log says about a data rule, in the words of a change request; null: the entry is about something else. */
export async function loggedRuleWords(
  k: Kernel,
  { object_type, object_id, detail }: Entry,
): Promise<{ before: string; after: string } | null> {
  if (object_type === 'dataRule') {
    const { data } = ofRule.safeParse(detail)
    return data && isResource(data.resource) ? rulesInWords(k, data.resource, data.before, data.after) : null
  }
  const { data } = ofChange.safeParse(object_type === 'rightsChange' ? detail : null)
  if (!data) return null
  const change = await k.db.selectFrom('rights_change').select('resource').where('id', '=', Number(object_id)).executeTakeFirst()
  return isResource(change?.resource) ? rulesInWords(k, change.resource, data.before.rule, data.after.rule) : null
}
