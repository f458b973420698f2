import { callCodes, callDirections } from '../../contract/callcentre/states.ts'
import { maskText } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRecords } from '../kernel/offers/portrait-records.ts'
import { found } from './queries.ts'

const { missed, sorting, talking } = callCodes.code

/** Offers a company's calls for its 企业画像 and for the card, limited to those that the member of staff may see. */
export const offerCallRecords = (k: Kernel): void =>
  offersRecords(k, {
    kind: 'call',
    title: '通话记录',
    unit: '次',
    columns: [
      { title: '方向', kind: 'text', width: 90 },
      { title: '内容', kind: 'text' },
      { title: '状态', kind: 'text', width: 110 },
      { title: '坐席', kind: 'text', width: 140 },
      { title: '时间', kind: 'time', width: 160 },
    ],
    async find(kernel, actor, companyId, limit) {
      if (!actor.permissions.has('call:read')) return null
      const base = found(kernel, kernel.db, actor, { companyId })
      const { total } = await base.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await base
        .select(['r.id', 'r.direction', 'r.content', 'r.state', 'u.name', 'r.start_time'])
        .orderBy('r.id', 'desc')
        .limit(limit)
        .execute()
      return {
        total,
        sums: [],
        rows: rows.map((r) => ({
          id: r.id,
          open: [talking, sorting, missed].includes(r.state as 1),
          cells: [
            callDirections[r.direction],
            maskText(r.content),
            callCodes.labels[r.state as keyof typeof callCodes.labels],
            r.name,
            r.start_time,
          ],
        })),
      }
    },
  })
