import { appealCodes } from '../../contract/appeal/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRecords } from '../kernel/offers/portrait-records.ts'
import { enteredBy, found } from './queries.ts'

/** Offers a company's appeals for its 企业画像, limited to those that the member of staff may see. */
export const offerAppealRecords = (k: Kernel): void =>
  offersRecords(k, {
    kind: 'appeal',
    title: '企业诉求',
    unit: '件',
    columns: [
      { title: '编号', kind: 'text', width: 180 },
      { title: '标题', kind: 'text' },
      { title: '状态', kind: 'text', width: 110 },
      { title: '主办部门', kind: 'text', width: 170 },
      { title: '提交时间', kind: 'time', width: 160 },
    ],
    async find({ db, clock }, actor, companyId, limit) {
      const base = actor.permissions.has('appeal:read')
        ? found(db, actor, { companyId }, clock.now().toISOString())
        : actor.permissions.has('appeal:enter')
          ? enteredBy(db, actor).where('a.company_id', '=', companyId)
          : null
      if (base === null) return null
      const { total } = await base.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await base
        .select(['a.id', 'a.appeal_no', 'a.title', 'a.state', 'o.name', 'a.submitted_at'])
        .orderBy('a.id', 'desc')
        .limit(limit)
        .execute()
      return {
        total,
        sums: [],
        rows: rows.map((r) => ({
          id: r.id,
          open: [1, 2, 3, 5].includes(r.state),
          cells: [r.appeal_no, r.title, appealCodes.labels[r.state as keyof typeof appealCodes.labels], r.name, r.submitted_at],
        })),
      }
    },
  })
