import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

const STEPS = 20
interface ChainRow {
  id: number
  title: string
  doc_no: string | null
  publish_time: string | null
  repealed_on: string | null
  step: number
}

/**
 * The policies on the shelf that this one replaced or repealed, itself, and those that replaced or repealed it, from the oldest on; at most
 * twenty steps each way.
 */
export async function policyChain(k: Kernel, id: number) {
  const { rows } = await k.pool.query<ChainRow>(
    `with recursive shelf as (select id, code, title, doc_no, publish_time, superseded_by, repealed_on, repealed_by from policy where state = 2 and not deleted),
      newer (id, superseded_by, repealed_by, step) as (
        select id, superseded_by, repealed_by, 0 from shelf where id = $1
        union select s.id, s.superseded_by, s.repealed_by, n.step + 1 from newer n join shelf s on s.code = n.superseded_by or s.id = n.repealed_by where n.step < ${STEPS}),
      older (id, code, step) as (
        select id, code, 0 from shelf where id = $1
        union select s.id, s.code, o.step - 1 from older o join shelf s on s.superseded_by = o.code or s.repealed_by = o.id where o.step > -${STEPS})
    select s.id, s.title, s.doc_no, s.publish_time, s.repealed_on, found.step from (
      select id, min(step) as step from (select id, step from newer union all select id, step from older) both_ways group by id
    ) found join shelf s on s.id = found.id order by found.step, s.publish_time, s.id`,
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
