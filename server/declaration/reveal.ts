import { fieldsOf } from '../../contract/form/rules.ts'
import { openForm } from '../form/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { requireVisible, reviewsFor } from './access.ts'
import { declarationRows } from './queries.ts'
import { roundOf } from './views.ts'

/** Returns a phone of a submitted form unmasked, to reviewers, with a recorded reason (P-02). */
export async function revealPhone(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { id: number; path: string; reason: string },
): Promise<{ value: string }> {
  await requireVisible(k.db, actor, input.id, k.clock.now())
  const row = await declarationRows(k.db).where('d.id', '=', input.id).executeTakeFirstOrThrow()
  if (!reviewsFor(actor)) throw forbidden()
  const key = input.path.slice('form.'.length)
  const sent = await roundOf(k.db, row.id, row.round)
  const value = fieldsOf(row.template).some((f) => f.key === key && f.type === 'phone')
    ? sent && openForm(k, row.template, sent.form)[key]
    : null
  if (typeof value !== 'string') throw notFound('没有可查看的联系方式')
  const detail = { field: key, reason: input.reason }
  return reveal(k, call, { domain: 'declaration', objectType: 'declaration', objectId: row.id, detail }, { open: value })
}
