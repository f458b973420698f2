import { sql } from 'kysely'
import { isSystemDict, SYSTEM_DICT, type dictTypes, type DictType, type DictUse } from '../../../contract/dictionary.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { dictionaryUses } from '../../kernel/offers/dictionary-uses.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { keepChange, only } from '../../kernel/way-back.ts'
import { keptType, TYPE_KIND, valuesOfType } from './back.ts'
import { changingDictionaries } from './changed.ts'
import { refuseUsed } from './uses.ts'

const gone = () => notFound('该字典不存在或已被删除')
const SHOWN = ['t.id', 't.code', 't.name', 't.enabled', 't.remark', 't.built_in', 't.version'] as const
const valueNum = sql<number>`(select count(*)::int from dict_value v where v.dict_type = t.code)`.as('value_num')

const asType = (row: {
  id: number
  code: string
  name: string
  enabled: boolean
  remark: string
  built_in: boolean
  version: number
  value_num: number
}): DictType => ({
  id: row.id,
  code: row.code,
  name: row.name,
  enableFlag: row.enabled ? 1 : 0,
  remark: row.remark,
  builtIn: row.built_in,
  systemFixed: isSystemDict(row.code),
  valueNum: row.value_num,
  version: row.version,
})

export async function listTypes(k: Kernel, { name, enableFlag, page, pageSize }: Parsed<typeof dictTypes.list>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('dict_type as t')
      .$if(Boolean(name), (q) => q.where((e) => e.or([e('t.name', 'ilike', likeText(name!)), e('t.code', 'ilike', likeText(name!))])))
      .$if(enableFlag !== undefined, (q) => q.where('t.enabled', '=', enableFlag === 1)),
    { page, pageSize },
    (q) => q.orderBy('t.id'),
    (q) => q.select(SHOWN).select(valueNum),
  )
  return { total, list: rows.map(asType) }
}

export async function typeOptions(k: Kernel): Promise<{ id: number; code: string; label: string; systemFixed: boolean }[]> {
  const rows = await k.db.selectFrom('dict_type').select(['id', 'code', 'name as label']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, systemFixed: isSystemDict(row.code) }))
}

export async function typeById(k: Kernel, id: number): Promise<DictType & { uses: DictUse[] }> {
  const row = await k.db.selectFrom('dict_type as t').where('t.id', '=', id).select(SHOWN).select(valueNum).executeTakeFirst()
  if (!row) throw gone()
  return { ...asType(row), uses: await dictionaryUses(k, k.db, row.code) }
}

const before = (db: Db, id: number) =>
  db
    .selectFrom('dict_type')
    .select(['code', 'name', 'enabled', 'remark', 'built_in', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

const logged = ({ name, remark, enabled }: { name: string; remark: string; enabled: boolean }) => ({ name, remark, enabled })

/** Adds or changes a dictionary. Forms and records refer to its code, so the code never changes. */
export const saveType = (k: Kernel, call: Call, asked: Parsed<typeof dictTypes.save>['body']): Promise<{ id: number }> =>
  changingDictionaries(k, (db) => putType(db, call, asked))

/** The same in the transaction of a change that waited for its time. */
export async function putType(
  db: Db,
  call: Call,
  { id, version, code, name, enableFlag, remark }: Parsed<typeof dictTypes.save>['body'],
): Promise<{ id: number }> {
  const old = id === undefined ? undefined : await before(db, id)
  if (id !== undefined && !old) throw gone()
  if (old && old.code !== code) throw invalidField('code', '代码在新增之后不能修改')
  if (old && isSystemDict(code)) throw invalidField('name', SYSTEM_DICT)
  if (!old) {
    // Codes that differ only in case would be mistaken for each other. Two that are added at once take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`dict_type:${code.toLowerCase()}`}, 0))`.execute(db)
    const twin = await db
      .selectFrom('dict_type')
      .select('code')
      .where(sql`lower(code)`, '=', code.toLowerCase())
      .executeTakeFirst()
    if (twin) throw invalidField('code', twin.code === code ? '已有这个代码的字典' : `已有只差大小写的字典代码 ${twin.code}，请换一个`)
  }
  const columns = { name, remark, enabled: enableFlag === 1 }
  const saved = old
    ? await db
        .updateTable('dict_type')
        .set((e) => ({ ...columns, version: e('version', '+', 1) }))
        .where('id', '=', id!)
        .where('version', '=', version ?? 0)
        .returning('id')
        .executeTakeFirst()
    : await db
        .insertInto('dict_type')
        .values({ code, ...columns })
        .onConflict((c) => c.column('code').doNothing())
        .returning('id')
        .executeTakeFirst()
  if (!saved) throw old ? conflict() : invalidField('code', '已有这个代码的字典')
  await keepChange(db, call, {
    kind: TYPE_KIND,
    rowId: saved.id,
    name,
    before: old ? only(old, keptType) : null,
    after: { code, ...columns },
  })
  await audit(db, call, {
    action: old ? 'dict.edit' : 'dict.add',
    objectType: 'dict_type',
    objectId: code,
    detail: { ...(old ? { before: logged(old) } : {}), after: columns },
  })
  return saved
}

/** Deletes a dictionary of the county with its values. Built-in dictionaries can only be disabled. */
export const removeType = (k: Kernel, call: Call, id: number): Promise<true> =>
  changingDictionaries(k, (db) => takeTypeAway(db, call, { id }))

/** The same in the transaction of a change that waited for its time; that one names the version. */
export async function takeTypeAway(db: Db, call: Call, { id, version }: { id: number; version?: number }): Promise<true> {
  const old = await before(db, id)
  if (!old) throw gone()
  if (isSystemDict(old.code)) throw refused(SYSTEM_DICT)
  if (old.built_in) throw refused('平台自带的字典不能删除，可以停用', 'IN_USE')
  if ((version ?? old.version) !== old.version) throw conflict()
  await refuseUsed(kernelOf(db), db, old.code, '这个字典')
  const kept = { ...only(old, keptType), version: old.version, values: await valuesOfType(db, old.code) }
  await db.deleteFrom('dict_type').where('id', '=', id).execute()
  await keepChange(db, call, { kind: TYPE_KIND, rowId: id, name: old.name, before: kept, after: null })
  await audit(db, call, { action: 'dict.delete', objectType: 'dict_type', objectId: old.code, detail: { before: logged(old) } })
  return true
}
