import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { scoreSchemes, type ScoreScheme } from '../catalogue.ts'

/** A score table with its number (1 = 高新技术企业, spec §9) and its policy, when that is in the database. */
export interface ScoreConfig {
  id: number
  policyId: number | null
  scheme: ScoreScheme
}

export async function scoreConfigs(k: Kernel): Promise<ScoreConfig[]> {
  const codes = scoreSchemes.map((s) => s.policyCode)
  const rows = await k.db.selectFrom('policy').select(['id', 'code']).where('code', 'in', codes).execute()
  const ids = new Map(rows.map((r) => [r.code, r.id]))
  return scoreSchemes.map((scheme, i) => ({ id: i + 1, policyId: ids.get(scheme.policyCode) ?? null, scheme }))
}

/** The score table of a policy. */
export async function configOfPolicy(k: Kernel, policyId: number): Promise<ScoreConfig> {
  const found = (await scoreConfigs(k)).find((c) => c.policyId === policyId)
  if (!found) throw notFound('这项政策没有评分表')
  return found
}

export function schemeById(id: number): ScoreScheme {
  const scheme = scoreSchemes[id - 1]
  if (!scheme) throw notFound('没有这张评分表')
  return scheme
}

export async function highTechConfig(k: Kernel, id: number) {
  const all = (await scoreConfigs(k)).map((c) => ({ id: c.id, polId: c.policyId, name: c.scheme.title }))
  const found = all.find((c) => c.id === id)
  if (!found) throw notFound('没有这张评分表')
  return { ...found, tables: all }
}
