import { sql } from 'kysely'
import { ownFields } from '../../../contract/matching/own-fields.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { archiveGroups } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { likeText } from '../../kernel/db/like.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { keyOf } from './as-field.ts'
import { authorsOf } from './authors.ts'
import { keepOwnFields } from './in-use.ts'
import { reviewOwnField, saveOwnField, useOwnField } from './move.ts'
import { usesOf } from './uses.ts'

const label = sql<string>`coalesce(current, waiting)->>'label'`

async function listOwnFields(k: Kernel, actor: Actor, { label: asked, page, pageSize }: Parsed<typeof ownFields.list>['query']) {
  const { total, rows } = await pageOf(
    k.db.selectFrom('own_field').$if(Boolean(asked), (q) => q.where(label, 'ilike', likeText(asked!))),
    { page, pageSize },
    (q) => q.orderBy('id', 'desc'),
    (q) => q.selectAll().select(label.as('label')),
  )
  const authors = await authorsOf(k.db, rows)
  return {
    total,
    list: rows.map(({ in_use, updated_at, waiting_by, waiting_by_name, ...row }) => {
      const { ids, names } = authors({ id: row.id, waiting_by, waiting_by_name })
      const waits = row.waiting !== null && !row.opinion
      return {
        ...row,
        key: keyOf(row.id),
        inUse: in_use,
        waitingByName: row.waiting && names,
        updatedAt: updated_at,
        allowed: waits && actor.permissions.has('policy:review') && !ids.has(actor.userId) ? ['review'] : [],
      }
    }),
  }
}

async function versionsOf(k: Kernel, id: number) {
  const rows = await k.db.selectFrom('own_field_version').selectAll().where('field_id', '=', id).orderBy('no', 'desc').execute()
  return rows.map(({ no, definition, made_by_name, passed_by_name, at }) => ({
    no,
    definition,
    madeByName: made_by_name,
    passedByName: passed_by_name,
    at,
  }))
}

async function found(k: Kernel, id: number) {
  if (!(await k.db.selectFrom('own_field').select('id').where('id', '=', id).executeTakeFirst())) throw notFound('该信息不存在')
  return usesOf(k.db, id)
}

/** Registers the fields that editors define themselves. */
export async function joinOwnFields(k: Kernel): Promise<void> {
  implement(k, 'matching', ownFields, {
    list: ({ actor, query }) => listOwnFields(k, actor, query),
    groups: () => archiveGroups().map((group) => ({ value: group, label: group })),
    save: ({ call, body }) => saveOwnField(k, call, body),
    review: ({ call, body }) => reviewOwnField(k, call, body),
    use: ({ call, body }) => useOwnField(k, call, body),
    usedBy: ({ query }) => found(k, query.id),
    versions: ({ query }) => versionsOf(k, query.id),
  })
  await keepOwnFields(k)
}
