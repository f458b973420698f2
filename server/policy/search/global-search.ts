import type { PolicyListItem, SearchHit } from '../../../contract/policy/market.ts'
import { gate } from '../../kernel/access/queued-admission.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { addSearchSource, partsOf, RANKED, readQuestion, searchSources, wordsIn } from '../../search/index.ts'
import { PUBLIC } from './list-sql.ts'
import { surePolicies } from '../market.ts'
import { rewriteVectors } from './search-upkeep.ts'

export const addPolicySearch = (k: Kernel): void =>
  addSearchSource(k, {
    type: 'policy',
    label: '政策',
    vectors: `select p.search from policy p where ${PUBLIC}`,
    rewrite: rewriteVectors,
    async find(kernel, keyword, { offset, limit, without }) {
      const { total, list, maybe, missing, nowhere } = await surePolicies(
        kernel,
        { q: keyword, without },
        {
          offset: Math.min(offset, RANKED - 1),
          limit: offset < RANKED ? limit : 0,
        },
      )
      return { total: Math.min(total, RANKED), list: list.map(hitOf), maybe: maybe.map(hitOf), missing, nowhere }
    },
  })

const hitOf = (p: PolicyListItem) => ({
  id: String(p.id),
  title: p.policyTitle,
  summary: p.summary,
  url: `/page/policyserverdetail?id=${p.id}`,
  time: p.policyCreateTime,
  ...(p.passage ? { passage: p.passage } : {}),
})

interface Asked {
  keyword: string
  type?: string | undefined
  without?: string[] | undefined
  page: number
  pageSize: number
}

/** The number of hits of every kind, and one page of hits: of the requested kind, else of all kinds one after another. */
export const globalSearch = (k: Kernel, asked: Asked): Promise<Answer> => turns(k)(() => searched(k, asked))

/**
 * Seven kinds are asked one after another; callers take turns (ADR 1038). It is not the gate of the policies within (kept.ts): a list that
 * waits there may be what three searches for the same words wait for, and they would hold the places that it needs.
 */
const turns = perKernel(() => gate(3, 50))

interface Answer {
  total: number
  list: SearchHit[]
  maybe?: SearchHit[]
  words: string[]
  asked?: string
  searched?: string
  missing?: string[]
  nowhere?: string
  types: { value: string; label: string; count: number }[]
}
async function searched(k: Kernel, { keyword, type, without, page, pageSize }: Asked): Promise<Answer> {
  const sources = searchSources(k)
  if (type && !sources.some((s) => s.type === type)) throw invalidField('type', '不支持的类别')
  const types: { value: string; label: string; count: number }[] = []
  const list: SearchHit[] = []
  const guesses: SearchHit[] = []
  const missing = new Set<string>()
  let unknownPlace: string | undefined
  let total = 0,
    from = (page - 1) * pageSize
  for (const source of sources) {
    const wanted = !type || type === source.type
    const {
      total: count,
      list: hits,
      maybe = [],
      missing: unborne = [],
      nowhere,
    } = keyword
      ? await source.find(k, keyword, { offset: from, limit: wanted ? pageSize - list.length : 0, without })
      : { total: 0, list: [], maybe: [], nowhere: undefined }
    types.push({ value: source.type, label: source.label, count })
    if (!wanted) continue
    total += count
    unknownPlace ??= nowhere
    for (const number of unborne) missing.add(number)
    const named = (hit: Omit<SearchHit, 'type' | 'typeName'>): SearchHit => ({ ...hit, type: source.type, typeName: source.label })
    list.push(...hits.map(named))
    guesses.push(...maybe.map(named))
    from = Math.max(0, from - count)
  }
  const maybe = total === 0 ? guesses : []
  const question = keyword ? await readQuestion(k, keyword) : null
  const shown = [...list, ...maybe].map((hit) => `${hit.title}\n${hit.summary}\n${hit.passage ?? ''}`)
  return {
    total,
    list,
    ...(maybe.length > 0 ? { maybe } : {}),
    words: wordsIn(partsOf(question?.concepts ?? []), shown),
    ...(question?.asked ? { asked: question.asked, searched: question.text } : {}),
    ...(missing.size > 0 ? { missing: [...missing] } : {}),
    ...(unknownPlace ? { nowhere: unknownPlace } : {}),
    types,
  }
}
