import type { LabelledCompany } from '../../../contract/policy/labels.ts'
import type { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'

type Company = z.output<typeof LabelledCompany>

/** What the company domain offers about tags. It registers itself, because it depends on policies and not the reverse. */
export interface CompanyTags {
  /** tags whose name contains the words, or those with these ids; at most `limit` */
  options(
    db: Db,
    asked: { words?: string | undefined; ids?: readonly number[] | undefined; limit: number },
  ): Promise<{ id: number; tagName: string }[]>
  /** visible companies that carry any of the tags, in a stable order; phones masked */
  companies(
    db: Db,
    actor: Actor,
    asked: { tagIds: readonly number[]; words?: string | undefined; page: number; pageSize: number },
  ): Promise<{ total: number; list: Company[] }>
}

const companyTags = givenPerKernel<CompanyTags>()
export const useCompanyTags = companyTags.give

const MOST = 50

/** Company tags that can be linked to a policy label; none while no domain offers tags. */
export const partOfTags = async (
  k: Kernel,
  { tagName, ids }: { tagName?: string | undefined; ids?: number[] | undefined },
): Promise<{ id: number; tagName: string }[]> => companyTags.of(k)?.options(k.db, { words: tagName, ids, limit: MOST }) ?? []

/** Companies that carry a tag linked to any of the labels. */
export async function companiesByLabel(
  k: Kernel,
  actor: Actor,
  { labelIds, companyName, page, pageSize }: { labelIds: number[]; companyName?: string | undefined; page: number; pageSize: number },
): Promise<{ total: number; list: Company[] }> {
  const rows = await k.db.selectFrom('policy_label').select('tag_ids').where('id', 'in', labelIds).execute()
  const tagIds = [...new Set(rows.flatMap((row) => row.tag_ids.map(Number)))]
  if (tagIds.length === 0) return { total: 0, list: [] }
  const tags = companyTags.of(k)
  return tags ? tags.companies(k.db, actor, { tagIds, words: companyName, page, pageSize }) : { total: 0, list: [] }
}
