/** Trees of codes for cascading selects: industries, technology fields, appeal types, regions (spec §3 area tree, type tree; §7). */
import { z } from 'zod'
import { get } from './endpoint.ts'
import { query, text } from './fields.ts'

export interface DomainNode {
  id: string
  name: string
  code: string
  children?: DomainNode[]
}
const node: z.ZodType<DomainNode> = z.lazy(() =>
  z.object({ id: z.string(), name: z.string(), code: z.string(), children: z.array(node).optional() }),
)
/** Codes of the dictionaries that are trees; any other dictionary is a tree of one level. */
export const domainTypes = { industry: 'industry', techField: 'techField', appealType: 'appealType', region: 'region' } as const

/** `type`: code of a dictionary. `id`: the node whose children are returned; without it the roots. */
const asked = query({ type: text(64), id: text(64).optional() })

export const domainTree = {
  tree: get('/tech/domain/tree', { access: 'public', summary: '领域、行业、诉求类型、行政区划的树', query: asked, returns: z.array(node) }),
  /** one level; `leaf`: the node has no children */
  children: get('/tech/domain/children', {
    access: 'public',
    summary: '树上一个节点的下一级',
    query: asked,
    returns: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), leaf: z.boolean() })),
  }),
}
