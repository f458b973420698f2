import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

const STEPS = 20
const SHELF = `state = ${POLICY_STATE.published} and not deleted`
interface ChainRow {
  id: number
  title: string
  doc_no: string | null
  publish_time: string | null
  repealed_on: string | null
  step: number
}

/**
 * The published policies that this one replaced or repealed, itself, and those that replaced or repealed it, oldest first; at most twenty
 * steps in each direction.
 */
export async function policyChain(k: Kernel, id: number) {
  const { rows } = await k.pool.query<ChainRow>(
    `with recursive newer (id, superseded_by, repealed_by, step) as (
        select id, superseded_by, repealed_by, 0 from policy where id = $1 and ${SHELF}
        union select s.id, s.superseded_by, s.repealed_by, n.step + 1 from newer n cross join lateral (
          select id, superseded_by, repealed_by from policy where code = n.superseded_by and ${SHELF}
          union all select id, superseded_by, repealed_by from policy where id = n.repealed_by and ${SHELF}) s
        where n.step < ${STEPS}),
      older (id, code, step) as (
        select id, code, 0 from policy where id = $1 and ${SHELF}
        union select s.id, s.code, o.step - 1 from older o cross join lateral (
          select id, code from policy where superseded_by = o.code and ${SHELF}
          union all select id, code from policy where repealed_by = o.id and ${SHELF}) s
        where o.step > -${STEPS})
    select s.id, s.title, s.doc_no, s.publish_time, s.repealed_on, found.step from (
      select id, min(step) as step from (select id, step from newer union all select id, step from older) both_ways group by id
    ) found join policy s on s.id = found.id order by found.step, s.publish_time, s.id`,
    [id],
  )
  if (rows.length === 0) throw notFound('该政策不存在或已下架')
  const now = today(k.clock)
  return rows.map((r) => ({
    id: r.id,
    policyTitle: r.title,
    policyNo: r.doc_no,
    publishTime: r.publish_time,
    repealedOn: r.repealed_on,
    repealed: r.repealed_on !== null && r.repealed_on <= now,
    step: r.step,
  }))
}
