import {
  ALL_INDUSTRIES,
  industryOptions,
  levelOptions,
  policyOriginLabels,
  supportModeOptions,
  type ManagedPolicyDetail,
  type Revision,
  type SavePolicy,
} from '../../../contract/policy.ts'
import type { z } from 'zod'
import { URL_TYPE_DIRECT } from '../../../contract/constants.ts'
import type { FormField } from '../../kit/form/fields.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { RuleEditor } from '../rule/rule-editor.tsx'
import { AmountField } from './amount-field.tsx'
import { AreaField } from './area-field.tsx'
import { withoutFiles } from '../../kit/rich-text/without-files.ts'
import { AttachmentsInput } from '../../kit/upload/attachments-input.tsx'
import { LabelField } from './label-field.tsx'
import { SuccessorChoice } from './policy-choice.tsx'
import { PolicyText } from './policy-text.tsx'
import { ContactUnits, IssuingUnits } from './unit-fields.tsx'

const MaterialRows = lazyPart(() => import('./text-rows.tsx').then((m) => m.MaterialRows))
const ProcessRows = lazyPart(() => import('./text-rows.tsx').then((m) => m.ProcessRows))
const SourceRows = lazyPart(() => import('./text-rows.tsx').then((m) => m.SourceRows))

const origins = Object.entries(policyOriginLabels).map(([value, label]) => ({ value, label }))

const waysToApply = [
  { value: 0, label: '在本平台申报' },
  { value: URL_TYPE_DIRECT, label: '直接申报（未登录企业账号也可打开申报地址）' },
]
const BASICS = '基本信息'
const TEXT_AND_RULE = '正文、条件与扶持'
const MORE = '附件、联系单位与额度'
const APPLYING = '申报方式、材料与流程'
const ORIGIN = '来源与替代关系'
const VERSION = '版本'

const ATTACHMENTS_HINT = '申报表、通知原件等；随政策一起公开'
type Input = z.input<typeof SavePolicy>
type PolicyField = FormField<keyof Input & string>
const common: readonly PolicyField[] = [
  { key: 'policyTitle', label: '政策标题', maxLength: 200, section: BASICS },
  { key: 'policyNo', label: '文号', maxLength: 200, section: BASICS },
  {
    key: 'issuingUnits',
    label: '发文单位',
    as: IssuingUnits,
    required: true,
    hint: '按发文次序排列；联系人和电话公开在政策页上',
    section: BASICS,
  },
  { key: 'level', label: '政策级别', kind: 'select', options: levelOptions, section: BASICS },
  { key: 'areaCode', label: '适用地区', as: AreaField, hint: '只有企业所在地属于适用地区的政策才计入测算、匹配和合计', section: BASICS },
  { key: 'supportModes', label: '支持方式', kind: 'multiSelect', options: supportModeOptions, section: BASICS },
  {
    key: 'industries',
    label: '适用行业',
    kind: 'multiSelect',
    options: [{ value: ALL_INDUSTRIES, label: '不限行业' }, ...industryOptions],
    section: BASICS,
  },
  { key: 'summary', label: '一句话摘要', kind: 'longText', hint: '谁、什么条件、给多少', maxLength: 500, section: BASICS },
  { key: 'labelIds', label: '政策标签', as: LabelField, section: BASICS },
  { key: 'applyFrom', label: '申报开始', kind: 'date', section: BASICS },
  { key: 'applyTo', label: '申报截止', kind: 'date', section: BASICS },
  { key: 'period', label: '申报时间说明', maxLength: 300, section: BASICS },
  {
    key: 'content',
    label: '政策正文',
    as: PolicyText,
    hint: '选中一句，可设为条件或标准；“第三条”这样的条款、小标题是它的依据',
    section: TEXT_AND_RULE,
    beside: true,
  },
  {
    key: 'rule',
    label: '条件与扶持',
    as: RuleEditor,
    hint: '条件决定谁符合，扶持内容决定金额；保存前可拿一家企业试算',
    section: TEXT_AND_RULE,
    beside: true,
  },
  { key: 'attachments', label: '附件', as: AttachmentsInput, hint: ATTACHMENTS_HINT, section: MORE },
  { key: 'contactUnits', label: '联系单位', as: ContactUnits, hint: '企业有疑问时找谁，公开在政策页上', section: MORE },
  {
    key: 'maxAmount',
    label: '最高额度',
    as: AmountField,
    section: MORE,
    hint: '一家企业最多能得多少，列表和首页按它展示；一般由扶持内容算出，算不准时可改填',
  },
  { key: 'urlType', label: '申报方式', kind: 'radio', options: waysToApply, section: APPLYING },
  {
    key: 'applyUrl',
    label: '申报地址',
    maxLength: 500,
    placeholder: 'https://',
    hint: '在其他网站申报时填写，点“立即申报”到这个地址；直接申报必须填写',
    section: APPLYING,
  },
  { key: 'materials', label: '申报材料', as: MaterialRows, hint: '按递交次序；公开在政策页上', section: APPLYING },
  { key: 'process', label: '办理流程', as: ProcessRows, hint: '按先后次序；公开在政策页上', section: APPLYING },
  { key: 'origin', label: '来源类别', kind: 'radio', options: origins, section: ORIGIN },
  { key: 'sources', label: '来源', as: SourceRows, hint: '条件和标准从哪里读到；公开在政策页上，地址每天检查能否打开', section: ORIGIN },
  { key: 'sourceNote', label: '来源说明', kind: 'longText', maxLength: 300, hint: '例如样例数据的声明、核对情况', section: ORIGIN },
  {
    key: 'supersededByCode',
    label: '替代本政策的政策',
    as: SuccessorChoice,
    hint: '已有新标准时选择；本政策页会指向它，本政策仍可申报。停止执行请用“废止”',
    section: ORIGIN,
  },
]

/** Fields of a policy that is edited directly. */
export const policyFields: readonly PolicyField[] = [
  ...common,
  { key: 'versionNote', label: '本次修改说明', hint: '已发布的政策保存后成为新版本', maxLength: 300, section: VERSION },
]

/** Fields of the revision of a published policy. */
export const revisionFields: readonly PolicyField[] = [
  ...common.map((f) => (f.key === 'attachments' ? { ...f, hint: `${ATTACHMENTS_HINT}，修订中的附件审核通过后才公开` } : f)),
  { key: 'effectiveFrom', label: '新版本生效日期', kind: 'date', hint: '到这一天成为新版本；不填则审核通过即生效', section: VERSION },
  { key: 'versionNote', label: '本次修改说明', hint: '写给公众看：改了什么、为什么', maxLength: 300, section: VERSION },
]

/** The initial values of a new policy. */
export const emptyPolicy: Partial<Input> = {
  urlType: 0,
  origin: 'own',
  industries: [ALL_INDUSTRIES],
  supportModes: [],
  rule: { conditions: { all: [] }, benefits: [], benefitCombine: 'sum' },
  content: '',
  issuingUnits: [],
  contactUnits: [],
  materials: [],
  process: [],
  sources: [],
}

/** Form values from a stored policy. */
export function formOf(p: ManagedPolicyDetail) {
  return {
    ...carried(p),
    id: p.id,
    version: p.version,
    supportModes: p.supportModeCodes,
    labelIds: p.labels.map((l) => l.id),
    versionNote: '',
    ...(p.maxAmountDerived ? {} : { maxAmount: p.maxAmount }),
  }
}

/** A new policy as a copy: without number, days and files, also those of the text. */
export function formOfCopy(p: ManagedPolicyDetail) {
  const { attachments: _, supersededByCode: _successor, content, ...kept } = carried(p)
  return {
    ...kept,
    content: withoutFiles(content),
    policyTitle: `${p.policyTitle}（副本）`.slice(0, 200),
    policyNo: null,
    applyFrom: null,
    applyTo: null,
    supportModes: p.supportModeCodes,
    labelIds: p.labels.map((l) => l.id),
  }
}

/** A revision in its last state; `id` and `version` are those of the policy. */
export function formOfRevision(p: ManagedPolicyDetail, r: Revision) {
  return {
    ...carried(r),
    id: p.id,
    version: p.version,
    revisionVersion: r.proposal.version,
    supportModes: r.supportModes,
    labelIds: r.labelIds,
    versionNote: r.versionNote ?? '',
    ...(r.effectiveFrom ? { effectiveFrom: r.effectiveFrom } : {}),
    ...(r.maxAmount === undefined ? {} : { maxAmount: r.maxAmount }),
  }
}

const carried = (p: ManagedPolicyDetail | Revision) => ({
  policyTitle: p.policyTitle,
  policyNo: p.policyNo,
  issuingUnits: p.issuingUnits,
  contactUnits: p.contactUnits,
  level: p.level,
  areaCode: p.areaCode,
  industries: p.industries,
  summary: p.summary,
  content: p.content,
  applyFrom: p.applyFrom,
  applyTo: p.applyTo,
  period: p.period,
  urlType: p.urlType,
  applyUrl: p.applyUrl,
  materials: p.materials,
  process: p.process,
  attachments: p.attachments,
  origin: p.origin,
  sources: p.sources,
  sourceNote: p.sourceNote,
  supersededByCode: p.supersededByCode,
  rule: p.rule,
})
