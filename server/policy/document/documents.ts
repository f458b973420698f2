import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../../db/schema.ts'
import { POLICY_STATE, policyStateLabels, type DocumentState } from '../../../contract/policy/codes.ts'
import type { DocumentExport, documents, PolicyDocument, SaveDocument } from '../../../contract/policy/documents.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { attachFiles, detachFiles, fileOwner, setFilesPublic } from '../../kernel/files/access.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing, type Tx } from '../policy-moves.ts'
import { managesPolicy, withPolicyOf } from '../manage/managed-access.ts'
import { move, readerOf, type Reader } from '../../kernel/flow.ts'
import { allowedOn, documentFlow } from './flow.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

export const DOCUMENT = 'policyDocument'
export const gone = () => notFound('该政策文件不存在或已被删除')

/** Files of unpublished documents: for users who may read policies. */
export const guardDocuments = (k: Kernel): void =>
  fileOwner(
    k,
    DOCUMENT,
    async (actor, id) => actor.permissions.has('policy:read') && (await documentNames(k.db, actor, [Number(id)])).length > 0,
  )

const COLUMNS = [
  'id',
  'file_name',
  'policy_title',
  'policy_id',
  'file_key',
  'doc_no',
  'publish_date',
  'created_at',
  'updated_at',
  'state',
  'submitted_by',
  'review_opinion',
  'version',
] as const
interface Row {
  id: number
  file_name: string
  policy_title: string
  policy_id: number | null
  file_key: string
  doc_no: string | null
  publish_date: string | null
  created_at: string
  updated_at: string
  state: DocumentState
  submitted_by: number | null
  review_opinion: string | null
  version: number
}
const standingOf = (k: Kernel, row: Row) => ({ ...row, submittedBy: row.submitted_by, review: k.config.POLICY_REVIEW })

/** A document is visible to the users who manage its policy. */
const seenBy = (actor: Actor) => withPolicyOf(actor, 'policy_document.policy_id')

/** The document, locked. */
export async function lockDocument(k: Kernel, db: Tx, actor: Actor, id: number) {
  const row = await db
    .selectFrom('policy_document')
    .select([...COLUMNS, 'publish_time'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where(seenBy(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  return { ...standingOf(k, row), publishTime: row.publish_time, fileName: row.file_name }
}

export const documentNames = (db: Db, actor: Actor, ids: readonly number[]) =>
  db
    .selectFrom('policy_document')
    .select(['id', 'file_name as name'])
    .where('id', 'in', [...ids])
    .where('deleted', '=', false)
    .where(seenBy(actor))
    .execute()

const documentOf = (k: Kernel, row: Row, actor: Reader): PolicyDocument => ({
  id: row.id,
  fileName: row.file_name,
  policyTitle: row.policy_title,
  polInfoId: row.policy_id,
  filePath: row.file_key,
  docNo: row.doc_no,
  publishDate: row.publish_date,
  createTime: row.created_at,
  updateTime: row.updated_at,
  state: row.state,
  stateName: policyStateLabels[row.state],
  reviewOpinion: row.review_opinion,
  version: row.version,
  allowed: allowedOn(standingOf(k, row), actor),
})

type Found = z.output<typeof DocumentExport>
const foundIn = (db: Db, actor: Actor, { polInfoId: policyId, ...f }: Found): SelectQueryBuilder<Database, 'policy_document', object> =>
  db
    .selectFrom('policy_document')
    .where('deleted', '=', false)
    .where(seenBy(actor))
    .$if(!!f.fileName, (q) => q.where('file_name', 'ilike', likeText(f.fileName!)))
    .$if(!!f.policyTitle, (q) => q.where('policy_title', 'ilike', likeText(f.policyTitle!)))
    .$if(f.state !== undefined, (q) => q.where('state', '=', f.state as DocumentState))
    .$if(policyId !== undefined, (q) => q.where('policy_id', '=', policyId!))
    .$if(f.ids !== undefined, (q) => q.where('id', 'in', f.ids!))

export const documentCount = async (db: Db, actor: Actor, f: Found): Promise<number> =>
  Number(
    (
      await foundIn(db, actor, f)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
export const documentsAfter = (db: Db, actor: Actor, f: Found, after: number, limit: number): Promise<Row[]> =>
  foundIn(db, actor, f).select(COLUMNS).where('id', '>', after).orderBy('id').limit(limit).execute()

export async function listDocuments(k: Kernel, actor: Actor, { page, pageSize, ...found }: Parsed<typeof documents.list>['query']) {
  const { total, rows } = await pageOf(
    foundIn(k.db, actor, found),
    { page, pageSize },
    (q) => q.orderBy('updated_at', 'desc').orderBy('id', 'desc'),
    (q) => q.select(COLUMNS),
  )
  const reader = await readerOf(k.db, documentFlow, actor, rows)
  return { total, list: rows.map((row) => documentOf(k, row, reader)) }
}

export async function findDocument(k: Kernel, actor: Actor, id: number): Promise<PolicyDocument> {
  const row = await k.db
    .selectFrom('policy_document')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where(seenBy(actor))
    .executeTakeFirst()
  if (!row) throw gone()
  return documentOf(k, row, await readerOf(k.db, documentFlow, actor, [row]))
}

/** Adds a document, or changes one that does not wait for review. */
export const saveDocument = (k: Kernel, call: Call, input: z.output<typeof SaveDocument>) =>
  changing(k, async (db) => {
    if (input.id !== undefined) return change(db, k, call, { ...input, id: input.id })
    const actor = signedIn(call.actor)
    await refuseUnknownPolicy(db, actor, input.polInfoId)
    const { id, version } = await db
      .insertInto('policy_document')
      .values({
        policy_id: input.polInfoId ?? null,
        file_key: input.filePath,
        file_name: input.fileName,
        policy_title: input.policyTitle,
        doc_no: input.docNo || null,
        publish_date: input.publishDate ?? null,
        created_by: actor.userId,
        created_at: k.clock.now(),
        updated_at: k.clock.now(),
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await attachFiles(db, actor, [input.filePath], DOCUMENT, id)
    await audit(db, call, { action: 'policyDocument.add', objectType: DOCUMENT, objectId: id, detail: { fileName: input.fileName } })
    return { id, version }
  })

type Edit = Parsed<typeof documents.edit>['body']
export const editDocument = (k: Kernel, call: Call, input: Edit) =>
  changing<true>(k, async (db) => {
    await change(db, k, call, input)
    return true
  })

async function change(db: Tx, k: Kernel, call: Call, input: Edit): Promise<{ id: number; version: number }> {
  const actor = signedIn(call.actor)
  const old = await lockDocument(k, db, actor, input.id)
  await refuseUnknownPolicy(db, actor, input.polInfoId)
  const given = <T>(value: T | undefined) => (value === '' ? null : value)
  const { version } = await move(db, call, documentFlow, old, {
    move: 'edit',
    version: input.version ?? old.version,
    set: {
      file_name: input.fileName,
      policy_title: input.policyTitle,
      file_key: input.filePath,
      policy_id: input.polInfoId,
      doc_no: given(input.docNo),
      publish_date: given(input.publishDate),
    },
    detail: { fileName: input.fileName ?? old.file_name },
  })
  if (input.filePath !== undefined && input.filePath !== old.file_key) {
    await attachFiles(db, actor, [input.filePath], DOCUMENT, input.id)
    await detachFiles(db, [old.file_key], DOCUMENT, input.id)
    await setFilesPublic(db, DOCUMENT, input.id, old.state === POLICY_STATE.published)
  }
  return { id: input.id, version }
}

async function refuseUnknownPolicy(db: Tx, actor: Actor, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const found = await db.selectFrom('policy').select('id').where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
  if (!found || !(await managesPolicy(db, actor, id))) throw invalidField('polInfoId', '所选政策不存在或已被删除')
}
