import type { RuleNode } from '../../contract/policy.ts'
import type { TagColour, TagSource } from '../../contract/tag.ts'
import type { At, Default, Id, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface TagTables {
  tag: TagTable
  tag_company: TagCompanyTable
  tag_change: TagChangeTable
}

export interface TagTable {
  id: Id
  type: Default<number>
  name: string
  parent_id: Maybe<number>
  colour: Default<TagColour>
  description: Default<string>
  sort: Default<number>
  enabled: Default<boolean>
  /** the company sees this tag */
  visible: Default<boolean>
  smart: Default<boolean>
  rules: MaybeJson<RuleNode>
  version: Default<number>
  /** updated with every change of tag_company */
  company_count: Default<number>
  refreshed_at: MaybeAt
  refresh_task: Maybe<string>
  created_by: Maybe<number>
  created_at: At
  updated_at: At
}

export interface TagCompanyTable {
  tag_id: number
  company_id: number
  source: TagSource
  created_at: At
  created_by: Maybe<number>
}

export interface TagChangeTable {
  id: Id
  tag_id: number
  company_id: number
  joined: boolean
  source: TagSource
  reason: Default<string>
  at: At
  by_user: Maybe<number>
}
