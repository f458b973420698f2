import { sql } from 'kysely'
import type { z } from 'zod'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { LABEL_DEPTH, type labels, type PolicyLabel, type SaveLabel } from '../../../contract/policy/labels.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing, type Tx } from '../policy-moves.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { refuseWrongPlace } from '../../kernel/trees.ts'
import { indexWords, learnWords } from '../../search/index.ts'

/** Visitors without a session get smaller pages (I-04). */
const ANONYMOUS_PAGE = 100

/** The enabled labels, for everybody (a label under a disabled one counts as disabled); staff who manage policies see all. */
export async function listLabels(
  k: Kernel,
  call: Call,
  { labelName, enableFlag, page, pageSize }: Parsed<typeof labels.list>['query'],
): Promise<{ total: number; list: PolicyLabel[] }> {
  if (!call.actor && pageSize > ANONYMOUS_PAGE) throw invalidField('pageSize', `不能大于 ${ANONYMOUS_PAGE}`)
  const all = call.actor?.permissions.has('policy:read') === true
  const found = k.db
    .selectFrom('policy_label as l')
    .leftJoin('policy_label as up', 'up.id', 'l.parent_id')
    .leftJoin('policy_label as top', 'top.id', 'up.parent_id')
    .$if(!all, (q) =>
      q
        .where('l.enabled', '=', true)
        .where(({ eb }) => eb.or([eb('up.enabled', 'is', null), eb('up.enabled', '=', true)]))
        .where(({ eb }) => eb.or([eb('top.enabled', 'is', null), eb('top.enabled', '=', true)])),
    )
    .$if(labelName !== undefined && labelName !== '', (q) => q.where('l.name', 'ilike', likeText(labelName!)))
    .$if(enableFlag !== undefined, (q) => q.where('l.enabled', '=', enableFlag === 1))
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('l.sort').orderBy('l.id'),
    (q) =>
      q
        .select(['l.id', 'l.name', 'l.parent_id', 'l.enabled', 'l.sort', 'l.description', 'l.tag_ids', 'l.version'])
        .select(
          sql<number>`(select count(*)::int from policy_label_of c join policy p on p.id = c.policy_id where c.label_id = l.id and p.state = ${POLICY_STATE.published} and not p.deleted)`.as(
            'policy_num',
          ),
        ),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      labelName: row.name,
      parentId: row.parent_id,
      enableFlag: row.enabled ? 1 : 0,
      order: row.sort,
      description: row.description,
      policyNum: row.policy_num,
      version: row.version,
      tagIds: all ? row.tag_ids.map(Number) : [],
    })),
  }
}

export const saveLabel = (k: Kernel, call: Call, input: z.output<typeof SaveLabel>): Promise<{ id: number }> =>
  changing(k, async (db) => {
    // Changes of the tree's shape run one after another; otherwise two moves could create a circle.
    await sql`select pg_advisory_xact_lock(740420)`.execute(db)
    const rows = await db.selectFrom('policy_label').select(['id', 'parent_id', 'version']).execute()
    const stands = rows.find(({ id }) => id === input.id)
    if (stands && input.version !== undefined && stands.version !== input.version) throw conflict()
    refuseWrongPlace(rows, input.id, input.parentId ?? null, LABEL_DEPTH, '标签')
    const name = input.labelName
    const twin = await db
      .selectFrom('policy_label')
      .select('id')
      .where('name', '=', name)
      .where('parent_id', 'is not distinct from', input.parentId ?? null)
      .executeTakeFirst()
    if (twin && twin.id !== input.id) throw invalidField('labelName', '同级已有这个标签')
    const columns = {
      name,
      parent_id: input.parentId ?? null,
      enabled: input.enableFlag === 1,
      sort: input.order,
      description: input.description || null,
      tag_ids: input.tagIds,
      updated_at: k.clock.now(),
    }
    const saved =
      input.id === undefined
        ? await db.insertInto('policy_label').values(columns).returning('id').executeTakeFirst()
        : await db
            .updateTable('policy_label')
            .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
            .where('id', '=', input.id)
            .returning('id')
            .executeTakeFirst()
    if (!saved) throw notFound('该标签不存在或已被删除')
    await learnWords(db, indexWords(name))
    await foundAnew(db, saved.id)
    await audit(db, call, {
      action: input.id === undefined ? 'policyLabel.add' : 'policyLabel.edit',
      objectType: 'policyLabel',
      objectId: saved.id,
      detail: { name },
    })
    return { id: saved.id }
  })

/** Refused while the label has labels below it or policies carry it; it can be disabled instead. */
export const removeLabel = (k: Kernel, call: Call, id: number) =>
  changing<true>(k, async (db) => {
    const label = await db.selectFrom('policy_label').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!label) throw notFound('该标签不存在或已被删除')
    if (await db.selectFrom('policy_label').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst())
      throw refused('请先删除下级标签', 'IN_USE')
    const used = await db
      .selectFrom('policy_label_of as c')
      .innerJoin('policy as p', 'p.id', 'c.policy_id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('c.label_id', '=', id)
      .where('p.deleted', '=', false)
      .executeTakeFirstOrThrow()
    if (Number(used.n) > 0) throw refused(`有 ${used.n} 项政策使用该标签，不能删除，可以停用`, 'IN_USE')
    await db.deleteFrom('policy_label_of').where('label_id', '=', id).execute()
    await db.deleteFrom('policy_label').where('id', '=', id).execute()
    await audit(db, call, { action: 'policyLabel.delete', objectType: 'policyLabel', objectId: id, detail: { name: label.name } })
    return true
  })

/** states.tsv S240, S241: a disabled label disappears from pickers; its data stays. */
export const toggleLabel = (k: Kernel, call: Call, { id, enableFlag }: { id: number; enableFlag?: number | undefined }) =>
  changing(k, async (db) => {
    const row = await db
      .updateTable('policy_label')
      .set((eb) => ({
        enabled: enableFlag === undefined ? eb.not('enabled') : enableFlag === 1,
        updated_at: k.clock.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returning(['name', 'enabled'])
      .executeTakeFirst()
    if (!row) throw notFound('该标签不存在或已被删除')
    await foundAnew(db, id)
    const flag = row.enabled ? 1 : 0
    await audit(db, call, {
      action: 'policyLabel.toggle',
      objectType: 'policyLabel',
      objectId: id,
      detail: { name: row.name, enableFlag: flag },
    })
    return { enableFlag: flag }
  })

/** The id of the enabled label with this name, anywhere in the tree; a new top-level label when there is none. */
export async function labelNamed(db: Tx, k: Kernel, name: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(740420)`.execute(db)
  const known = await db
    .selectFrom('policy_label')
    .select('id')
    .where('name', '=', name)
    .where('enabled', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await db.insertInto('policy_label').values({ name, updated_at: k.clock.now() }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Search finds policies by the names of their labels, so the search columns of these policies are rewritten in the background. */
const foundAnew = (db: Tx, id: number) =>
  db
    .updateTable('policy')
    .set({ search_form: 0 })
    .where('id', 'in', (q) => q.selectFrom('policy_label_of').select('policy_id').where('label_id', '=', id))
    .execute()

/** Replaces all labels of a policy; unknown ones are refused. */
export async function carryLabels(db: Tx, policyId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length > 0) {
    const known = await db.selectFrom('policy_label').select('id').where('id', 'in', wanted).execute()
    if (known.length !== wanted.length) throw invalidField('labelIds', '所选标签不存在或已被删除')
  }
  await db.deleteFrom('policy_label_of').where('policy_id', '=', policyId).execute()
  if (wanted.length > 0)
    await db
      .insertInto('policy_label_of')
      .values(wanted.map((label_id) => ({ policy_id: policyId, label_id })))
      .execute()
}
