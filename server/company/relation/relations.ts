import type { RelationRow } from '../../../contract/company/relations.ts'
import { relationStates, seenFromThere, type RelationCounts } from '../../../contract/company/relation-words.ts'
import { authStatuses } from '../../../contract/company.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { allowed } from '../../kernel/flow.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readerOf } from '../access.ts'
import { manages } from '../expansion/index.ts'
import { relationsOf } from './access.ts'
import { relationFlow } from './flow.ts'

/** Relations of one company that wait or are confirmed, at most. */
export const RELATIONS_AT_MOST = 50
const SHOWN = 200

export const relationRows = (db: Db) =>
  db
    .selectFrom('company_relation as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .leftJoin('company as o', 'o.credit_code', 'r.other_code')
    .select([
      'r.id',
      'r.version',
      'r.company_id',
      'r.other_code',
      'r.other_name',
      'r.kind',
      'r.share',
      'r.since',
      'r.until',
      'r.source',
      'r.state',
    ])
    .select(['r.evidence', 'r.opinion', 'r.decided_as', 'r.decided_at', 'r.entered_by', 'r.created_at'])
    .select(['c.name', 'c.credit_code', 'c.auth_status', 'o.id as other_id', 'o.name as other_known', 'o.auth_status as other_auth'])
type Row = Awaited<ReturnType<ReturnType<typeof relationRows>['executeTakeFirstOrThrow']>>

function countsOf(row: Row, there: boolean): RelationCounts | null {
  if (row.state !== relationStates.confirmed) return null
  if (!there && row.other_id === null) return 'absent'
  return (there ? row.auth_status : row.other_auth) === authStatuses.granted ? 'counted' : 'noConsent'
}

/** A relation as seen by either company. The evidence of staff is shown only to staff. */
function shown(actor: Actor, companyId: number, row: Row): RelationRow {
  const there = row.company_id !== companyId
  return {
    id: row.id,
    version: row.version,
    code: there ? row.credit_code : row.other_code,
    name: there ? row.name : (row.other_known ?? row.other_name),
    kind: there ? seenFromThere[row.kind] : row.kind,
    share: row.share,
    since: row.since,
    until: row.until,
    state: row.state,
    enteredBy: row.source === 'staff' ? 'staff' : there ? 'other' : 'this',
    evidence: actor.type === 'YYF' ? row.evidence : null,
    opinion: row.opinion,
    decidedAs: row.decided_as,
    decidedAt: row.decided_at,
    createTime: row.created_at,
    counts: countsOf(row, there),
    allowed: allowed(relationFlow, actor, row),
  }
}

/** The relations of one company, newest first. */
export async function listRelations(k: Kernel, actor: Actor, asked: number | undefined) {
  const { companyId } = await readerOf(k.db, actor, asked)
  const rows = await relationRows(k.db).where(relationsOf(actor, companyId)).orderBy('r.id', 'desc').limit(SHOWN).execute()
  return { companyId, list: rows.map((row) => shown(actor, companyId, row)), mayAdd: actor.type === 'QY' || manages(actor) }
}

/** Relations that wait for the own account of this company. */
export async function waitingFor(k: Kernel, actor: Actor): Promise<RelationRow[]> {
  const { list } = await listRelations(k, actor, undefined)
  return list.filter((row) => row.allowed.includes('confirm'))
}
