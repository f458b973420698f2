import { sql } from 'kysely'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { SynonymGroup, synonyms } from '../../../contract/policy/search-desk.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { likeText } from '../../kernel/db/like.ts'
import { conflict, invalidField, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { forgetSynonyms, isFiller, sameWord, synonymsChanged } from '../../search/index.ts'
import { changing, type Tx } from '../policy-moves.ts'
import { policiesChanged } from '../kept.ts'
import { answeredBy } from './effect.ts'
import { settleAnswered } from './unanswered.ts'

export async function listSynonyms(
  k: Kernel,
  { words, page, pageSize }: Parsed<typeof synonyms.list>['query'],
): Promise<{ total: number; list: SynonymGroup[] }> {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('search_synonym')
      .$if(Boolean(words), (q) => q.where(sql<boolean>`array_to_string(words, ' ') ilike ${likeText(words!)}`)),
    { page, pageSize },
    (q) => q.orderBy('updated_at', 'desc').orderBy('id'),
    (q) => q.select(['id', 'words', 'note', 'enabled', 'version', 'updated_at', 'updated_by_name']),
  )
  return {
    total,
    list: rows.map(({ updated_at, updated_by_name, ...row }) => ({ ...row, updatedAt: updated_at, updatedByName: updated_by_name })),
  }
}

/** Saves a group, and settles the board's questions that it answers in the same transaction. */
export async function saveSynonyms(
  k: Kernel,
  call: Call,
  { id, version, words, note, enabled }: Parsed<typeof synonyms.save>['body'],
): Promise<{ id: number; answered: number }> {
  const filler = words.find(isFiller)
  if (filler) throw invalidField('words', `“${filler}”在各种问题里都会出现，不能作同义词`)
  if (new Set(words.map(sameWord)).size < words.length) throw invalidField('words', '有重复的词（大小写、全角与引号不算不同）')
  const answered = enabled ? await answeredBy(k, { id, words }) : []
  return changingSynonyms(k, async (db) => {
    if (enabled) await refuseTwin(db, id, words)
    const row = {
      words,
      note: note || null,
      enabled,
      updated_at: k.clock.now().toISOString(),
      updated_by: call.actor!.userId,
      updated_by_name: call.actor!.name,
    }
    const saved =
      id === undefined
        ? await db.insertInto('search_synonym').values(row).returning('id').executeTakeFirstOrThrow()
        : await db
            .updateTable('search_synonym')
            .set((e) => ({ ...row, version: e('version', '+', 1) }))
            .where('id', '=', id)
            .where('version', '=', version ?? 0)
            .returning('id')
            .executeTakeFirst()
    if (!saved) throw (await db.selectFrom('search_synonym').select('id').where('id', '=', id!).executeTakeFirst()) ? conflict() : gone()
    await settleAnswered(db, call, answered, { settled: 'synonym', note: words.join('、') })
    await audit(db, call, {
      action: id === undefined ? 'synonym.add' : 'synonym.edit',
      objectType: 'synonym',
      objectId: saved.id,
      detail: { words: words.join(' '), enabled, answered: answered.length },
    })
    return { id: saved.id, answered: answered.length }
  })
}

export const removeSynonyms = (k: Kernel, call: Call, id: number) =>
  changingSynonyms<true>(k, async (db) => {
    const row = await db.deleteFrom('search_synonym').where('id', '=', id).returning('words').executeTakeFirst()
    if (!row) throw gone()
    await audit(db, call, { action: 'synonym.delete', objectType: 'synonym', objectId: id, detail: { words: row.words.join(' ') } })
    return true
  })

/** Runs a change of the groups; the next search of this process uses it, and earlier search results are dropped. */
async function changingSynonyms<T>(k: Kernel, work: (db: Tx) => Promise<T>): Promise<T> {
  const done = await changing(k, async (db) => {
    const result = await work(db)
    await synonymsChanged(db)
    return result
  })
  forgetSynonyms(k)
  policiesChanged(k)
  return done
}

const gone = () => notFound('这组同义词不存在或已被删除')

/** Refuses words that are already in another group, in any spelling. */
async function refuseTwin(db: Tx, id: number | undefined, words: readonly string[]): Promise<void> {
  const groups = await db.selectFrom('search_synonym').select(['id', 'words']).where('enabled', '=', true).execute()
  const asRead = words.map(sameWord)
  const holds = (group: readonly string[]) => {
    const known = new Set(group.map(sameWord))
    return asRead.every((word) => known.has(word))
  }
  const twin = groups.find((group) => group.id !== id && holds(group.words))
  if (!twin) return
  if (twin.words.length === words.length) throw invalidField('words', '已有同样的一组词')
  throw invalidField('words', `这些词已在“${twin.words.slice(0, 6).join('、')}”一组里`)
}
