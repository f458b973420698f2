import type pg from 'pg'
import { Statement } from '../server/policy/search/list-sql.ts'
import { candidateSql } from '../server/search/candidates.ts'
import { synonymGroups } from '../server/search/dictionary.ts'
import { questionOf } from '../server/search/question.ts'
import { synonymsOf } from '../server/search/synonyms.ts'
import { Vocabulary } from '../server/search/vocabulary.ts'

/** Questions of one to six words; the last ones are the commonest words of the corpus. */
export const QUESTIONS = [
  '高新技术企业',
  '研发费用',
  '小微企业贷款贴息',
  '技术改造',
  '专精特新',
  '设备更新',
  '稳岗',
  '数字化',
  '首次上规工业企业奖励',
  '出口信用保险保费补助',
  '企业 奖励',
  '工业 企业 设备 投资 认定 奖励',
] as const

/** The statements of the questions with the product's own candidate rule; their words are analysed beforehand. */
export async function rawStatements(pool: pg.Pool): Promise<{ text: string; values: unknown[] }[]> {
  const vocabulary = new Vocabulary()
  for (const row of (await pool.query('select term, df, pinyin, initials from search_term')).rows) vocabulary.add(row)
  vocabulary.total = (await pool.query<{ documents: number }>('select documents from search_count')).rows[0]!.documents
  const synonyms = synonymsOf(synonymGroups)
  return QUESTIONS.map((asked) => {
    const s = new Statement()
    const where = 'p.state = 2 and not p.deleted'
    const columns =
      'p.title, p.summary, p.dep_name, p.doc_no, p.support_modes, p.apply_from, p.apply_to, p.repealed_on, p.superseded_by, p.publish_time'
    const text = candidateSql((value, type) => s.bind(value, type), questionOf(asked, { vocabulary, synonyms })!, vocabulary.total, {
      table: 'policy',
      where,
      columns,
    })
    return { text, values: s.values }
  })
}
