import type { Parsed } from '../../../contract/endpoint.ts'
import type { dataRules, RulePreview } from '../../../contract/identity/data-rules.ts'
import type { RowRule } from '../../../contract/row-rules.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { asIf, heldOf } from './held-rights.ts'
import { refuseUnknown } from './rule-words.ts'

/** number of people whose rows are counted; for the others the preview only gives their number */
const PEOPLE = 10

/** The effect of a rule before it is saved: for the first holders of the role, the rows that they see now and would see. */
export async function previewRule(k: Kernel, { roleId, ...rule }: Parsed<typeof dataRules.preview>['body']): Promise<RulePreview> {
  if (!(await k.db.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst())) throw notFound('该角色不存在或已被删除')
  await refuseUnknown(k, rule)
  const { resource, scope } = rule
  const people = k.db
    .selectFrom('sys_user as u')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.id')
    .where('ur.role_id', '=', roleId)
    .where('u.enabled', '=', true)
  const { holders } = await people.select((e) => e.fn.countAll<number>().as('holders')).executeTakeFirstOrThrow()
  const shown = await people
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .select(['u.id', 'u.name', 'u.office_id', 'o.name as office_name'])
    .orderBy('u.id')
    .limit(PEOPLE)
    .execute()
  const found: RulePreview['people'] = []
  for (const person of shown) {
    const held = await heldOf(k, person.id, resource)
    const actor = (rules: RowRule[]) => asIf(person, held.permissions, rules)
    const planned: RowRule[] = scope !== null && held.roleMay.has(roleId) ? [{ ...rule, scope }] : []
    const others = held.rules.filter((own) => own.roleId !== roleId).map((own) => own.rule)
    const before = await rowSource(k, resource).count(actor(held.rules.map((own) => own.rule)))
    const after = await rowSource(k, resource).count(actor([...others, ...planned]))
    found.push({ id: person.id, name: person.name, officeName: person.office_name, before, after })
  }
  return {
    holders,
    gain: found.filter(({ before, after }) => after > before).length,
    lose: found.filter(({ before, after }) => after < before).length,
    people: found,
  }
}
