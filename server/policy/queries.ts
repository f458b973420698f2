import type pg from 'pg'
import { POLICY_STATE, policyStatuses, type PolicySort, type PolicyState, type PolicyStatus } from '../../contract/policy/codes.ts'
import type { PolicyRule } from '../../contract/policy/market.ts'
import type { ContactUnit, IssuingUnit } from '../../contract/units.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { countSql, facetWhere, NEAR, pageSql, Statement, whereOf, type Asked, type Dimension, type Query } from './search/list-sql.ts'
import { PROPOSALS_COLUMN, type ProposalRow } from './proposal/proposal-row.ts'
import { LIST_COLUMNS, type ListRow } from './list-item.ts'

/** Frequent statements are prepared once per connection under a name; rare combinations of filters are not, so there are few names. */
export const run = async <R extends pg.QueryResultRow>(k: Kernel, query: Query, name?: string): Promise<R[]> =>
  (await k.pool.query<R>(name ? { name, ...query } : query)).rows

const isPlain = ({ found: _, ...f }: Asked) => Object.values(f).every((value) => value === undefined)
/** A name for each text of the statement; far pages use another text than near ones. */
const variant = (f: Asked, sort: PolicySort, { offset }: { offset: number }) =>
  isPlain(f)
    ? `policy-page-${sort}-${!f.found ? 'all' : f.found.ids.length > 0 ? 'words' : 'none'}${offset < NEAR ? '' : '-far'}`
    : undefined

export const pageRows = (k: Kernel, f: Asked, sort: PolicySort, page: { offset: number; limit: number }, day: string): Promise<ListRow[]> =>
  run<ListRow>(k, pageSql(f, sort, page, day), variant(f, sort, page))

export const countRows = async (k: Kernel, f: Asked, day: string): Promise<number> =>
  Number((await run<{ n: number }>(k, countSql(f, day)))[0]!.n)

/** Counts each value of the facets under all filters except the facet's own. The rows are fetched once and counted in memory. */
export function facetRows(k: Kernel, f: Asked, day: string): Promise<{ facet: string; value: string; n: number }[]> {
  const s = new Statement()
  const base = whereOf(
    s,
    { ...f, status: undefined, policyDepId: undefined, supportMode: undefined, industry: undefined, level: undefined, labelId: undefined },
    day,
  )
  const only = (except?: Dimension, status?: PolicyStatus) => facetWhere(s, status ? { ...f, status: [status] } : f, day, except)
  const spread = (facet: Dimension, name: string, column: string) =>
    `select '${name}' as facet, v::text as value, count(*)::int as n from p cross join lateral unnest(${column}) v where ${only(facet)} group by v`
  const text = `with p as materialized (select p.id, dep_ids, support_modes, industries, level, publish_time, apply_from, apply_to, repealed_on from policy p where ${base}) ${[
    spread('policyDepId', 'department', 'p.dep_ids'),
    spread('supportMode', 'supportMode', 'p.support_modes'),
    spread('industry', 'industry', 'p.industries'),
    `select 'level', p.level, count(*)::int from p where ${only('level')} group by 2`,
    `select 'label', t.label_id::text, count(*)::int from p join policy_label_of t on t.policy_id = p.id where ${only('labelId')} group by t.label_id`,
    `select 'publishYear', to_char(p.publish_time at time zone 'Asia/Shanghai', 'YYYY'), count(*)::int from p where ${only()} group by 2`,
    ...policyStatuses.map((status) => `select 'status', '${status}', count(*)::int from p where ${only(undefined, status)}`),
    `select 'total', 'all', count(*)::int from p where ${only()}`,
  ].join(' union all ')}`
  return run(k, { text, values: s.values })
}

export const departments = (k: Kernel) =>
  k.db.selectFrom('policy_department').select(['id', 'name']).orderBy('sort').orderBy('id').execute()

export interface DetailRow extends ListRow {
  content: string
  sources: string[]
  source_note: string | null
  process: { title: string; text: string }[]
  issuing_units: IssuingUnit[]
  contact_units: ContactUnit[]
  attachments: { fileId: string; fileName: string; size: number }[]
  state: PolicyState
  version: number
  deleted: boolean
  updated_at: string
  review_opinion: string | null
  dep_ids: number[]
  version_number: number
  rule: PolicyRule
  versions: { number: number; effectiveFrom: string | null; effectiveTo: string | null; note: string | null; createTime: string }[]
  materials: { name: string; required: boolean; note: string | null }[]
  superseded_by_ref: { id: number; code: string; policyTitle: string } | null
  supersedes: { id: number; code: string; policyTitle: string }[]
  repealed_by_ref: { id: number; code: string; policyTitle: string } | null
  repeal_basis: string | null
  repeals: { id: number; code: string; policyTitle: string }[]
  labels: { id: number; labelName: string }[]
  documents: { id: number; fileName: string; filePath: string; docNo: string | null; publishDate: string | null }[]
  submitted_by: number | null
  submitted_by_name: string | null
  submitted_at: string | null
  reviewed_by_name: string | null
  publish_at: string | null
  take_down_at: string | null
}

export interface ManagedDetailRow extends DetailRow {
  superseded_by: string | null
  proposals: ProposalRow[]
}

/** $1 is the key, $2 today. The version in force is the newest one that has begun; before the first begins, the first. */
const detailSql = (
  key: 'id' | 'code',
  condition: string,
  also = '',
) => `select ${LIST_COLUMNS}, p.content, p.sources, p.source_note, p.process, p.issuing_units, p.contact_units, p.attachments, p.state, p.version, p.deleted, p.updated_at, p.review_opinion, p.dep_ids,
    p.submitted_by, p.submitted_by_name, p.submitted_at, p.reviewed_by_name, p.publish_at, p.take_down_at, p.repeal_basis${also},
    v.number as version_number, v.rule,
    (select json_agg(json_build_object('number', o.number, 'effectiveFrom', o.effective_from, 'effectiveTo', o.effective_to, 'note', o.note, 'createTime', o.created_at) order by o.number desc)
      from policy_version o where o.policy_id = p.id) as versions,
    coalesce((select json_agg(json_build_object('name', m.name, 'required', m.required, 'note', m.note) order by m.sort) from policy_material m where m.policy_id = p.id), '[]') as materials,
    (select json_build_object('id', n.id, 'code', n.code, 'policyTitle', n.title) from policy n where n.code = p.superseded_by and n.state = ${POLICY_STATE.published} and not n.deleted) as superseded_by_ref,
    coalesce((select json_agg(json_build_object('id', o.id, 'code', o.code, 'policyTitle', o.title) order by o.id) from policy o where o.superseded_by = p.code and o.state = ${POLICY_STATE.published} and not o.deleted), '[]') as supersedes,
    (select json_build_object('id', n.id, 'code', n.code, 'policyTitle', n.title) from policy n where n.id = p.repealed_by and n.state = ${POLICY_STATE.published} and not n.deleted) as repealed_by_ref,
    coalesce((select json_agg(json_build_object('id', o.id, 'code', o.code, 'policyTitle', o.title) order by o.id) from policy o where o.repealed_by = p.id and o.state = ${POLICY_STATE.published} and not o.deleted), '[]') as repeals,
    coalesce((select json_agg(json_build_object('id', l.id, 'labelName', l.name) order by l.sort, l.id) from policy_label_of c join policy_label l on l.id = c.label_id where c.policy_id = p.id and l.enabled), '[]') as labels,
    coalesce((select json_agg(json_build_object('id', d.id, 'fileName', d.file_name, 'filePath', d.file_key, 'docNo', d.doc_no, 'publishDate', d.publish_date) order by d.publish_date desc nulls last, d.id)
      from policy_document d where d.policy_id = p.id and d.state = ${POLICY_STATE.published} and not d.deleted), '[]') as documents
  from policy p
  join lateral (select number, rule from policy_version w where w.policy_id = p.id
    order by (w.effective_from is null or w.effective_from <= $2::date) desc, case when w.effective_from <= $2::date or w.effective_from is null then w.number else -w.number end desc limit 1) v on true
  where p.${key} = $1 and ${condition}`

const PUBLISHED = `p.state = ${POLICY_STATE.published} and not p.deleted`
export async function publishedDetail(k: Kernel, key: { id: number } | { code: string }, day: string): Promise<DetailRow | undefined> {
  const by = 'id' in key ? 'id' : 'code'
  return (
    await run<DetailRow>(k, { text: detailSql(by, PUBLISHED), values: ['id' in key ? key.id : key.code, day] }, `policy-detail-${by}`)
  )[0]
}
/** In any state but deleted; for users who manage policies. */
export const managedDetail = async (k: Kernel, id: number, day: string): Promise<ManagedDetailRow | undefined> =>
  (
    await run<ManagedDetailRow>(k, { text: detailSql('id', 'not p.deleted', `, p.superseded_by, ${PROPOSALS_COLUMN}`), values: [id, day] })
  )[0]

export const hotRows = (k: Kernel, page: { offset: number; limit: number }): Promise<ListRow[]> =>
  run<ListRow>(
    k,
    {
      text: `select ${LIST_COLUMNS} from policy_counter c join policy p on p.id = c.policy_id where ${PUBLISHED} order by c.view_num desc, c.policy_id desc limit $1 offset $2`,
      values: [page.limit, page.offset],
    },
    'policy-hot',
  )

/**
 * Published policies that share most with a policy: support modes, department, level. That policy is read first: once its modes are known,
 * the newest matches come from an index in order.
 */
export async function relatedRows(k: Kernel, id: number, limit: number): Promise<ListRow[]> {
  const [me] = await run<{ code: string; level: string; dep_ids: number[]; support_modes: string[]; superseded_by: string | null }>(k, {
    text: `select code, level, dep_ids, support_modes, superseded_by from policy p where p.id = $1 and ${PUBLISHED}`,
    values: [id],
  })
  if (!me) return []
  return run<ListRow>(k, {
    text: `with near as (select p.id, p.publish_time, p.level, p.dep_ids, p.support_modes, p.superseded_by, p.code from policy p
        where ${PUBLISHED} and p.repealed_on is null and p.id <> $1 and p.support_modes && $3 order by p.publish_time desc, p.id desc limit 300)
    select ${LIST_COLUMNS} from (
      select near.id, (near.dep_ids && $4)::int * 2 + (near.level = $5)::int * 2 + (select count(*) from unnest(near.support_modes) mode where mode = any($3))
        + (near.superseded_by is not distinct from $6 or near.code is not distinct from $7)::int * 8 as score
      from near order by score desc, near.publish_time desc, near.id desc limit $2
    ) i join policy p on p.id = i.id order by i.score desc, p.publish_time desc, p.id desc`,
    values: [id, limit, me.support_modes, me.dep_ids, me.level, me.code, me.superseded_by],
  })
}
