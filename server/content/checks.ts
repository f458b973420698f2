import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { findingKinds, type FindingKind } from '../../contract/content/states.ts'
import type { NewsFinding } from '../../contract/content/news.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { cleanedText } from '../kernel/http/sanitize.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { formFault, picturesIn } from '../policy/index.ts'
import { newsGone } from './news-save.ts'
import { seesNews } from './rights.ts'

/** Words that the editors watch: the values of this dictionary. */
const WORDS = 'contentWord'
const MOST = 50
const AROUND = 12

interface Checked {
  id: number
  title: string
  summary: string
  content: string
  source: string
  author: string
  answered: readonly string[]
}
type Found = Pick<NewsFinding, 'kind' | 'field' | 'place' | 'message'>

const fields = { title: '标题', summary: '摘要', content: '正文', source: '来源' } as const
const textsOf = (row: Checked) =>
  (Object.keys(fields) as (keyof typeof fields)[]).map((key) => ({
    field: fields[key],
    text: key === 'content' ? cleanedText(row[key]) : row[key],
  }))
const around = (text: string, at: number, length: number): string =>
  `…${text.slice(Math.max(0, at - AROUND), at + length + AROUND).replaceAll('\n', ' ')}…`

const numbers: readonly [FindingKind, RegExp, string][] = [
  ['idNumber', /(?<!\d)\d{17}[\dXx](?!\d)/g, '含有身份证号'],
  ['phone', /(?<!\d)(?:1[3-9]\d{9}|0\d{2,3}-\d{7,8})(?!\d)/g, '含有电话号码'],
]

function inTexts(row: Checked, words: readonly string[]): Found[] {
  return textsOf(row).flatMap(({ field, text }) => [
    ...numbers.flatMap(([kind, pattern, message]) =>
      [...text.matchAll(pattern)].map((m) => ({ kind, field, message, place: around(text, m.index, m[0].length) })),
    ),
    ...words.flatMap((word) => {
      const at = text.indexOf(word)
      return at < 0 ? [] : [{ kind: 'word' as const, field, message: `含有用语“${word}”`, place: around(text, at, word.length) }]
    }),
  ])
}

const ALT = / alt="([^"]*)"/
const HREF = / href="([^"]*)"/
const attribute = (tag: string, pattern: RegExp): string => pattern.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''

function pictures({ content }: Checked): Found[] {
  const bare = [...content.matchAll(/<img\s[^<>]*>/g)].filter(([tag]) => !attribute(tag, ALT).trim())
  return bare.map((_, i) => ({ kind: 'picture', field: fields.content, message: '图片没有说明', place: `第 ${i + 1} 张没有说明的图片` }))
}

/** Links that lead nowhere: missing files and pictures, articles and policies that are not public, and malformed addresses. */
async function links(db: Db, { content }: Checked): Promise<Found[]> {
  const found: Found[] = []
  const dead = (place: string, message: string) => found.push({ kind: 'deadLink', field: fields.content, message, place })
  const targets = [...new Set([...content.matchAll(/<a\s[^<>]*>/g)].map(([tag]) => attribute(tag, HREF)))].filter(
    (href) => href !== '' && !/^(?:mailto:|tel:|#)/.test(href),
  )
  for (const href of targets.slice(0, 100)) {
    const own = /^\/page\/(policyserverdetail|industryinfodetails)\?id=(\d{1,15})/.exec(href)
    if (own) {
      const id = Number(own[2])
      const row =
        own[1] === 'policyserverdetail'
          ? await db
              .selectFrom('policy')
              .select('id')
              .where('id', '=', id)
              .where('state', '=', POLICY_STATE.published)
              .where('deleted', '=', false)
              .executeTakeFirst()
          : await db.selectFrom('news').select('id').where('id', '=', id).where('shown', '=', true).executeTakeFirst()
      if (!row) dead(href, '链接的内容没有公开')
    } else if (href.startsWith('/files/download')) {
      const key = /filePath=([0-9a-f]{32})/.exec(href)?.[1] ?? ''
      if (!(await db.selectFrom('file').select('key').where('key', '=', key).executeTakeFirst())) dead(href, '链接的文件不存在')
    } else if (!href.startsWith('/')) {
      const fault = formFault(href)
      if (fault !== null) dead(href, `链接打不开：${fault}`)
    }
  }
  for (const key of picturesIn(content))
    if (!(await db.selectFrom('file').select('key').where('key', '=', key).executeTakeFirst())) dead(key, '正文图片不存在')
  return found
}

/** Policies that the article names but that are not published or are repealed. */
async function policies(k: Kernel, db: Db, { id }: Checked): Promise<Found[]> {
  const rows = await db
    .selectFrom('news_policy as n')
    .innerJoin('policy as p', 'p.id', 'n.policy_id')
    .select(['p.title', 'p.state', 'p.deleted', 'p.repealed_on'])
    .where('n.news_id', '=', id)
    .execute()
  return rows.flatMap((p): Found[] => {
    const why =
      p.deleted || p.state !== POLICY_STATE.published
        ? '没有发布'
        : p.repealed_on !== null && p.repealed_on <= today(k.clock)
          ? '已经废止'
          : null
    return why === null ? [] : [{ kind: 'policy', field: '涉及的政策', message: `涉及的政策${why}`, place: p.title }]
  })
}

async function sameTitle(db: Db, { id, title }: Checked): Promise<Found[]> {
  const other = await db
    .selectFrom('news as p')
    .innerJoin('news_column as c', 'c.id', 'p.column_id')
    .select(['p.id', 'c.name'])
    .where('p.title', '=', title)
    .where('p.id', '!=', id)
    .where('p.deleted', '=', false)
    .executeTakeFirst()
  return other
    ? [{ kind: 'title', field: fields.title, message: '已有同样标题的资讯', place: `栏目“${other.name}”，编号 ${other.id}` }]
    : []
}

/**
 * Everything that an editor should look at before the article is public, each with its place. The key contains the words found, so that a
 * changed text is asked about again.
 */
export async function findingsOf(k: Kernel, db: Db, row: Checked): Promise<NewsFinding[]> {
  const { rows: words } = await sql<{
    label: string
  }>`select label from dict_value where dict_type = ${WORDS} and enabled order by sort limit 500`.execute(db)
  const found = [
    ...inTexts(row, words.map(({ label }) => label).filter(Boolean)),
    ...(await links(db, row)),
    ...pictures(row),
    ...(await policies(k, db, row)),
    ...(await sameTitle(db, row)),
  ]
  const keyed = found.slice(0, MOST).map((one) => {
    const key = createHash('sha256')
      .update(JSON.stringify([one.kind, one.field, one.place]))
      .digest('hex')
      .slice(0, 16)
    return { ...one, key, answer: findingKinds[one.kind].answer, done: row.answered.includes(key) }
  })
  return [...new Map(keyed.map((one) => [one.key, one])).values()]
}

export async function checkNews(k: Kernel, actor: Actor, id: number) {
  const row = seesNews(actor)
    ? await k.db.selectFrom('news').selectAll().where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
    : undefined
  if (!row) throw newsGone()
  return { findings: await findingsOf(k, k.db, row), review: k.config.POLICY_REVIEW }
}
