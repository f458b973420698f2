import { Alert, Button, Skeleton } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import {
  ALL_INDUSTRIES,
  industryOptions,
  levelOptions,
  managed,
  policyOriginLabels,
  proposals,
  SavePolicy,
  SaveRevision,
  supportModeOptions,
  type ManagedPolicyDetail,
  type Revision,
} from '../../contract/policy.ts'
import { call } from '../api.ts'
import { RecordForm, type FormField } from '../kit/record-form.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { EditedPolicy } from './edited-policy.ts'
import { AttachmentsInput } from './manage/attachments-input.tsx'
import { LabelField } from './manage/label-field.tsx'
import { ProposalPanel } from './manage/proposal-panel.tsx'
import { PolicyLinks } from './manage/policy-links.tsx'
import { PolicyText } from './manage/policy-text.tsx'
import { ContactUnits, IssuingUnits } from './manage/unit-fields.tsx'
import { usePublishesAtOnce } from './manage/review-words.ts'
import { MatchedCompanies } from './matched-companies.tsx'
import { PolicyVersions } from './policy-versions.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { Tabs } from '../kit/tabs.tsx'

const revisionFields = (): FormField[] => [
  ...fields.slice(0, -1),
  { key: 'effectiveFrom', label: '新版本生效日期', kind: 'date', hint: '到这一天成为新版本；不填则审核通过即生效' },
  { key: 'versionNote', label: '本次修改说明', hint: '写给公众看：改了什么、为什么', maxLength: 300 },
]
const EMPTY_RULE = { conditions: { all: [] }, benefits: [], benefitCombine: 'sum' }
const origins = Object.entries(policyOriginLabels).map(([value, label]) => ({ value, label }))

const fields: FormField[] = [
  { key: 'policyTitle', label: '政策标题', maxLength: 200 },
  { key: 'policyNo', label: '文号', maxLength: 200 },
  { key: 'issuingUnits', label: '发文单位', as: IssuingUnits, hint: '按发文次序排列；联系人和电话公开在政策页上' },
  { key: 'level', label: '政策级别', kind: 'select', options: levelOptions },
  { key: 'supportModes', label: '支持方式', kind: 'multiSelect', options: supportModeOptions },
  {
    key: 'industries',
    label: '适用行业',
    kind: 'multiSelect',
    options: [{ value: ALL_INDUSTRIES, label: '不限行业' }, ...industryOptions],
  },
  { key: 'summary', label: '一句话摘要', kind: 'longText', hint: '谁、什么条件、给多少', maxLength: 500 },
  { key: 'labelIds', label: '政策标签', as: LabelField },
  { key: 'applyFrom', label: '申报开始', kind: 'date' },
  { key: 'applyTo', label: '申报截止', kind: 'date' },
  { key: 'period', label: '申报时间说明', maxLength: 300 },
  { key: 'origin', label: '来源', kind: 'radio', options: origins },
  { key: 'rule', label: '条件与扶持', as: RuleEditor as never, hint: '条件决定谁符合，扶持内容决定金额；保存前可拿一家企业试算' },
  { key: 'content', label: '政策正文', as: PolicyText, hint: '“第三条”这样的条款、小标题可作为条件的依据' },
  { key: 'attachments', label: '附件', as: AttachmentsInput, hint: '申报表、通知原件等；随政策一起公开，修订中的附件审核通过后才公开' },
  { key: 'contactUnits', label: '联系单位', as: ContactUnits, hint: '企业有疑问时找谁，公开在政策页上' },
  { key: 'versionNote', label: '本次修改说明', hint: '已发布的政策保存后成为新版本', maxLength: 300 },
]

/** Values of the form from what was read. Lists that this form does not edit are carried along unchanged. */
function formOf(p: ManagedPolicyDetail) {
  return {
    ...carried(p),
    id: p.id,
    version: p.version,
    supportModes: p.supportModeCodes,
    labelIds: p.labels.map((l) => l.id),
    versionNote: '',
  }
}

/** A revision as it was left; `id` and `version` stay those of the policy. */
function formOfRevision(p: ManagedPolicyDetail, r: Revision) {
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

export default function PolicyEditor({ id }: { id: number | null }) {
  const can = useCan()
  const atOnce = usePublishesAtOnce()
  const navigate = useNavigate()
  const client = useQueryClient()
  const read = useQuery({
    queryKey: ['managed-policy', id],
    queryFn: () => call(managed.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  const revises = read.data?.allowed.includes('revise') ?? false
  const begun = read.data?.proposals.find((p) => p.kind === 'revision')
  const revision = useQuery({
    queryKey: ['policy-revision', id, begun?.version],
    queryFn: () => call(proposals.revision, { query: { id: id! } }, { silent: true }),
    enabled: revises && begun !== undefined,
    retry: false,
  })
  const waiting = revises && begun !== undefined && revision.isPending
  const failed = read.error ?? (waiting ? null : revision.error)
  if (id !== null && !failed && (read.isPending || waiting)) return <Skeleton active />
  if (id !== null && failed)
    return (
      <Alert
        type="error"
        showIcon
        title="政策无法打开"
        description={
          <>
            {failed.message}{' '}
            <Button size="small" onClick={() => void (read.error ? read : revision).refetch()}>
              重试
            </Button>
          </>
        }
      />
    )
  const policy = read.data ?? null
  const back = '/work/policyserveradmin'
  const form = (
    <EditedPolicy value={id}>
      <RecordForm
        key={`${policy?.version ?? 0}.${begun?.version ?? 0}`}
        schema={(revises ? SaveRevision : SavePolicy) as never}
        fields={revises ? revisionFields() : fields}
        {...(revises ? { submitText: '保存修订' } : {})}
        initial={
          (policy
            ? revision.data
              ? formOfRevision(policy, revision.data)
              : formOf(policy)
            : {
                urlType: 0,
                origin: 'own',
                industries: [ALL_INDUSTRIES],
                supportModes: [],
                rule: EMPTY_RULE,
                content: '',
                issuingUnits: [],
                contactUnits: [],
              }) as never
        }
        onCancel={() => {
          void navigate(back)
        }}
        onSubmit={async (values) => {
          if (revises) {
            await call(proposals.revise, { body: values as never }, { silent: true })
            toast.success('修订已保存，现行版本不变；对比无误后请提交审核')
            await client.invalidateQueries({ queryKey: ['managed-policy'] })
            return
          }
          const saved = await call(managed.save, { body: values as never }, { silent: true })
          toast.success(policy ? '已保存' : `已新增，可在列表中${atOnce ? '发布' : '提交审核'}`)
          await client.invalidateQueries({ queryKey: ['managed-policy'] })
          void navigate(id === null ? `${back}?id=${saved.id}` : back)
        }}
      />
    </EditedPolicy>
  )
  return (
    <>
      <p>
        <Link to={back}>‹ 返回政策列表</Link>
      </p>
      <h2>
        {policy ? policy.policyTitle : '新增政策'}
        {policy && (
          <span className="meta">
            　{policy.stateName} · 第 {policy.versionNumber} 版
          </span>
        )}
      </h2>
      {policy && <ProposalPanel policyId={policy.id} list={policy.proposals} onDone={() => client.invalidateQueries()} />}
      {policy ? (
        <Tabs
          destroyOnHidden={false}
          items={[
            {
              key: 'edit',
              label: revises ? '修订' : '编辑',
              children:
                policy.allowed.includes('edit') || revises ? (
                  form
                ) : (
                  <Alert
                    type="info"
                    showIcon
                    title="当前状态不能编辑"
                    description={
                      begun
                        ? `${begun.stateName}。送审的修订可先撤回，待生效的可先收回。`
                        : '待审核的政策可先撤回；已上架的政策如不能编辑，请联系有发布权限的同事。'
                    }
                  />
                ),
            },
            { key: 'links', label: '链接检查', children: <PolicyLinks policyId={policy.id} mayCheck={can('policy:edit')} /> },
            { key: 'versions', label: '版本', children: <PolicyVersions policyId={policy.id} /> },
            ...(can('matching:reverse')
              ? [{ key: 'companies', label: '符合的企业', children: <MatchedCompanies policyId={policy.id} /> }]
              : []),
          ]}
        />
      ) : (
        form
      )}
    </>
  )
}
