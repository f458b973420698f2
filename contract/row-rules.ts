/**
 * Row rules: which rows of a resource a role opens (server/kernel/access/row-rules.ts compiles them). This table contains all resources.
 */
import { appealCodes } from './appeal/states.ts'
import { callCodes, callDirections } from './callcentre/states.ts'
import { authStatusLabels } from './company/auth-status.ts'
import { businessTypes } from './company/business-type.ts'
import { declarationStateKeys, declarationStates } from './declaration/states.ts'
import { allowanceStateLabels } from './declaration/allowance-states.ts'
import { directListLabels } from './direct/states.ts'
import type { RowField } from './domain-words.ts'
import { gathered } from './domains.ts'
import { feedbackStateLabels } from './feedback-states.ts'
import type { PermissionCode } from './permissions.ts'
import { consultStates, policyLevels, policyStateLabels } from './policy/codes.ts'

export const rowScopes = { all: '全部', below: '本部门及下级', office: '本部门', own: '本人', custom: '自定义' } as const
export type RowScope = keyof typeof rowScopes

export interface RowResource {
  title: string
  /** a role opens rows only if it has one of these permissions itself */
  needs: readonly PermissionCode[]
  /** the meaning of 本部门 and 本人 here; a scope without text is not offered */
  office?: string
  own?: string
  fields: Readonly<Record<string, RowField>>
}

/** How a company gets a tag. */
const tagKinds = { manual: '人工标签', smart: '智能标签' } as const
const declarationStateWords = Object.fromEntries(
  declarationStateKeys.filter((key) => key !== 'draft').map((key) => [key, declarationStates[key].internal]),
)

const { 0: _draft, ...appealLabels } = appealCodes.labels

export const rowResources = {
  ...gathered('rows'),
  policy: {
    title: '政策',
    needs: ['policy:read', 'policy:edit', 'policy:publish', 'policy:review'],
    office: '本部门人员编制的政策',
    own: '本人编制的政策',
    fields: {
      department: { title: '政策部门', kind: 'choice' },
      level: { title: '级别', kind: 'choice', options: Object.fromEntries(Object.values(policyLevels)) },
      state: { title: '状态', kind: 'choice', options: policyStateLabels },
      amount: { title: '最高金额', kind: 'amount' },
    },
  },
  consult: {
    title: '政策咨询',
    needs: ['consult:read', 'consult:answer'],
    office: '本部门人员编制的政策',
    own: '本人编制的政策，或本人答复过的咨询',
    fields: {
      department: { title: '政策部门', kind: 'choice' },
      state: { title: '状态', kind: 'choice', options: Object.fromEntries(Object.values(consultStates)) },
    },
  },
  declaration: {
    title: '项目申报',
    needs: ['declaration:read', 'declaration:accept', 'declaration:review'],
    office: '有本部门环节的项目',
    own: '本人办理过或代录的申报',
    fields: {
      state: { title: '状态', kind: 'choice', options: declarationStateWords },
      examineDep: { title: '审核部门', kind: 'choice' },
      street: { title: '镇街', kind: 'choice' },
      amount: { title: '申请金额', kind: 'amount' },
    },
  },
  project: {
    title: '申报项目',
    needs: ['project:manage'],
    office: '由本部门审核的项目',
    own: '本人建立的项目',
    fields: { examineDep: { title: '审核部门', kind: 'choice' } },
  },
  allowance: {
    title: '补贴',
    needs: ['allowance:read', 'allowance:manage', 'allowance:review', 'allowance:pay'],
    office: '由本部门办理的补贴，以及没有指定部门的',
    own: '本人登记的补贴',
    fields: {
      state: { title: '状态', kind: 'choice', options: allowanceStateLabels },
      office: { title: '办理部门', kind: 'choice' },
      street: { title: '镇街', kind: 'choice' },
      amount: { title: '补贴金额', kind: 'amount' },
    },
  },
  direct: {
    title: '免申即享名单',
    needs: ['direct:read', 'direct:manage', 'direct:confirm'],
    office: '由本部门办理的名单',
    own: '本人编制的名单',
    fields: { state: { title: '状态', kind: 'choice', options: directListLabels }, office: { title: '办理部门', kind: 'choice' } },
  },
  company: {
    title: '企业',
    // All places where staff see companies as such: list, archive, portrait, bindings, codes, tags, scores, companies that meet a policy or
    // a tried rule.
    needs: [
      'company:read',
      'company:manage',
      'binding:examine',
      'companyCode:read',
      'companyCode:manage',
      'tag:read',
      'tag:manage',
      'matching:reverse',
      'policy:edit',
    ],
    fields: {
      street: { title: '镇街', kind: 'choice' },
      industry: { title: '行业', kind: 'choice' },
      businessType: { title: '企业类型', kind: 'choice', options: businessTypes },
      authStatus: { title: '授权状态', kind: 'choice', options: authStatusLabels },
    },
  },
  tag: {
    title: '企业标签',
    needs: ['tag:read', 'tag:manage'],
    office: '本部门人员建立的标签',
    own: '本人建立的标签',
    fields: {
      group: { title: '标签分类', kind: 'choice' },
      kind: { title: '标签种类', kind: 'choice', options: tagKinds },
    },
  },
  appeal: {
    title: '企业诉求',
    needs: ['appeal:read', 'appeal:dispatch', 'appeal:deal', 'appeal:examine'],
    office: '由本部门主办、协办，或曾由本部门办理的诉求',
    own: '本人答复过的诉求',
    fields: {
      state: { title: '状态', kind: 'choice', options: appealLabels },
      office: { title: '承办部门', kind: 'choice' },
      street: { title: '镇街', kind: 'choice' },
    },
  },
  call: {
    title: '通话记录',
    needs: ['call:read', 'call:agent'],
    own: '本人接听或登记的通话',
    fields: {
      state: { title: '状态', kind: 'choice', options: callCodes.labels },
      direction: { title: '呼叫方向', kind: 'choice', options: callDirections },
    },
  },
  feedback: {
    title: '留言反馈',
    needs: ['feedback:read', 'feedback:answer'],
    own: '本人答复过的留言',
    fields: { state: { title: '状态', kind: 'choice', options: feedbackStateLabels } },
  },
} as const satisfies Readonly<Record<string, RowResource>>

export type RowResourceKey = keyof typeof rowResources
export const rowResourceKeys = Object.keys(rowResources) as RowResourceKey[]
export const rowResource = (key: RowResourceKey): RowResource => rowResources[key]
export const scopesOf = (key: RowResourceKey): RowScope[] => {
  const { office, own } = rowResource(key)
  return [
    'all',
    ...(office ? (['below', 'office'] as const) : []),
    ...(own ? (['own'] as const) : []),
    ...(office ? (['custom'] as const) : []),
  ]
}

/** One line of a rule. Lines of the same field widen it, lines of different fields narrow it. Amounts in 万元, null: no bound. */
export type RowLine =
  | { field: string; op: 'in' | 'notIn'; values: string[] }
  | { field: string; op: 'between'; from: number | null; to: number | null }
/** The part of a rule that takes effect. */
export interface RowRule {
  resource: RowResourceKey
  scope: RowScope
  /** for 自定义 */
  officeIds: readonly number[]
  lines: readonly RowLine[]
}
