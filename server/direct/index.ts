import { directMine, directPublic, directStaff } from '../../contract/direct.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { dependsOnPolicy } from '../policy/index.ts'
import { cancelList, closeList, moveByHand, reviewList, submitList, withdrawList } from './deciding.ts'
import { offerDirectExport } from './export.ts'
import { handOver } from './hand-over.ts'
import { joinJudging } from './judging.ts'
import { removeList, reopenList, runList, runOf, saveList, stopRun } from './making.ts'
import { consent, decline, myRow, myRows, whyMe } from './mine.ts'
import { objectionsOf } from './objection-list.ts'
import { objectTo } from './objections.ts'
import { resolveObjection } from './resolving.ts'
import { publicRows, publishedLists } from './publicity.ts'
import { findList, findRow, listLists, listRows, verifyList } from './reading.ts'
import { revealPayee } from './reveal.ts'
import { joinTelling } from './telling.ts'
import { offerDirectTodos } from './todos.ts'
import { offerDirectPersonalData } from './personal.ts'

export { reviewList, submitList } from './deciding.ts'
export { saveList } from './making.ts'
export { freezeNow } from './judging.ts'
export { consent } from './mine.ts'

/** Joins subsidies without application: lists, consent and objections, and hand-over to allowances (ADR 0044). */
export function joinDirect(k: Kernel): void {
  offerDirectPersonalData(k)
  joinJudging(k)
  joinTelling(k)
  offerDirectExport(k)
  offerDirectTodos(k)
  hasSealedColumns(k, { table: 'direct_row', id: 'id', columns: { account_no: null, contact_name: null, contact_phone: null } })
  dependsOnPolicy(k, {
    name: '免申即享名单',
    effects: { delete: '保留，依据已冻结', takeDown: '保留，依据已冻结', repeal: '已生成的保留，依据已冻结' },
    count: async (db, id) =>
      (
        await db
          .selectFrom('direct_list')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('policy_id', '=', id)
          .executeTakeFirstOrThrow()
      ).n,
  })
  implement(k, 'direct', directStaff, {
    list: ({ actor, query }) => listLists(k, actor, query),
    findById: ({ actor, query }) => findList(k, actor, query.id),
    save: ({ call, body }) => saveList(k, call, body),
    remove: ({ call, body }) => removeList(k, call, body.id),
    run: ({ call, body }) => runList(k, call, body),
    progress: ({ actor, query }) => runOf(k, actor, query.id),
    stop: ({ call, body }) => stopRun(k, call, body.id),
    reopen: ({ call, body }) => reopenList(k, call, body),
    submit: ({ call, body }) => submitList(k, call, body),
    withdraw: ({ call, body }) => withdrawList(k, call, body),
    review: ({ call, body }) => reviewList(k, call, body),
    cancel: ({ call, body }) => cancelList(k, call, body),
    close: ({ call, body }) => closeList(k, call, body),
    handOver: ({ call, body }) => handOver(k, call, body),
    rows: ({ actor, query }) => listRows(k, actor, query),
    row: ({ call, actor, query }) => findRow(k, call, actor, query.id),
    exclude: ({ call, body }) => moveByHand(k, call, body.id, 'exclude', body.reason),
    restore: ({ call, body }) => moveByHand(k, call, body.id, 'restore', null),
    verify: ({ actor, query }) => verifyList(k, actor, query.id),
    reveal: ({ call, body }) => revealPayee(k, call, body),
    objections: ({ actor, query }) => objectionsOf(k, { ...query, seenBy: actor }),
    resolve: ({ call, body }) => resolveObjection(k, call, body),
  })
  implement(k, 'direct', directPublic, {
    list: ({ actor, query }) => publishedLists(k, actor, query),
    rows: ({ actor, query }) => publicRows(k, actor, query),
  })
  implement(k, 'direct', directMine, {
    list: ({ actor, query }) => myRows(k, actor, query),
    findById: ({ actor, query }) => myRow(k, actor, query.id),
    why: ({ actor, query }) => whyMe(k, actor, query.listId),
    consent: ({ actor, call, body }) => consent(k, call, actor, body),
    decline: ({ actor, call, body }) => decline(k, call, actor, body),
    object: ({ call, body }) => objectTo(k, call, body),
  })
}
