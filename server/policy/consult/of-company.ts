import { CONSULT_ANSWERED } from '../../../contract/policy/codes.ts'
import { maskText } from '../../kernel/access/pii.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersOrigin } from '../../kernel/offers/origins.ts'
import { offersRecords } from '../../kernel/offers/portrait-records.ts'
import { companyConsults, consultRow, seesConsult } from './consult-queries.ts'
import { askedBy, replyStateName } from './consults.ts'

/** A company's questions, in 企业画像 and on the card of a caller, as far as the member of staff may see them. */
export const offerConsultRecords = (k: Kernel): void =>
  offersRecords(k, {
    kind: 'consult',
    title: '政策咨询',
    unit: '条',
    columns: [
      { title: '政策', kind: 'text' },
      { title: '咨询内容', kind: 'text' },
      { title: '状态', kind: 'text', width: 110 },
      { title: '咨询时间', kind: 'time', width: 160 },
    ],
    async find({ db }, actor, companyId, limit) {
      if (!actor.permissions.has('consult:read')) return null
      const { total, rows } = await companyConsults(db, actor, companyId, limit)
      return {
        total,
        sums: [],
        rows: rows.map((r) => ({
          id: r.id,
          open: r.state !== CONSULT_ANSWERED,
          cells: [r.title, maskText(r.content), replyStateName(r.state), r.created_at],
        })),
      }
    },
  })

/** An appeal may start from a question: its author's own, or one that staff may see. */
export const offerConsultOrigin = (k: Kernel): void =>
  offersOrigin(k, {
    kind: 'consult',
    async find(_kernel, db, actor, id) {
      const row = await consultRow(db, id)
      if (!row) return null
      const origin = { title: row.title, policyId: row.policy_id }
      if (actor.type !== 'YYF') return askedBy(row, actor) ? { ...origin, to: `/work/myconsult?id=${id}` } : null
      if (!actor.permissions.has('consult:read') || !(await seesConsult(db, actor, id))) return null
      return { ...origin, to: `/work/policyconsult?id=${id}` }
    },
  })
