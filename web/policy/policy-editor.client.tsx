import { Alert, Button, Skeleton, Tabs } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import {
  ALL_INDUSTRIES,
  industryOptions,
  levelOptions,
  managed,
  policyOriginLabels,
  SavePolicy,
  supportModeOptions,
  type ManagedPolicyDetail,
} from '../../contract/policy.ts'
import { call } from '../api.ts'
import { RecordForm, type FormField } from '../kit/record-form.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { EditedPolicy } from './edited-policy.ts'
import { LabelField } from './manage/label-field.tsx'
import { ProposalPanel } from './manage/proposal-panel.tsx'
import { PolicyLinks } from './manage/policy-links.tsx'
import { PolicyText } from './manage/policy-text.tsx'
import { ContactUnits, IssuingUnits } from './manage/unit-fields.tsx'
import { MatchedCompanies } from './matched-companies.tsx'
import { PolicyVersions } from './policy-versions.tsx'
import { RuleEditor } from './rule-editor.tsx'

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
  { key: 'contactUnits', label: '联系单位', as: ContactUnits, hint: '企业有疑问时找谁，公开在政策页上' },
  { key: 'versionNote', label: '本次修改说明', hint: '已发布的政策保存后成为新版本', maxLength: 300 },
]

/** Values of the form from what was read. Lists that this form does not edit are carried along unchanged. */
function formOf(p: ManagedPolicyDetail) {
  const {
    id,
    version,
    policyTitle,
    policyNo,
    issuingUnits,
    contactUnits,
    level,
    summary,
    content,
    applyFrom,
    applyTo,
    period,
    urlType,
    applyUrl,
    materials,
    process,
    attachments,
    origin,
    sources,
    sourceNote,
    rule,
  } = p
  return {
    id,
    version,
    policyTitle,
    policyNo,
    issuingUnits,
    contactUnits,
    level,
    summary,
    content,
    applyFrom,
    applyTo,
    period,
    urlType,
    applyUrl,
    materials,
    process,
    attachments,
    origin,
    sources,
    sourceNote,
    rule,
    supportModes: p.supportModeCodes,
    industries: p.industries,
    supersededByCode: p.supersededByCode,
    labelIds: p.labels.map((l) => l.id),
    versionNote: '',
  }
}

export default function PolicyEditor({ id }: { id: number | null }) {
  const can = useCan()
  const navigate = useNavigate()
  const client = useQueryClient()
  const read = useQuery({
    queryKey: ['managed-policy', id],
    queryFn: () => call(managed.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  if (id !== null && read.isPending) return <Skeleton active />
  if (id !== null && read.isError)
    return (
      <Alert
        type="error"
        showIcon
        title="政策无法打开"
        description={
          <>
            {read.error.message}{' '}
            <Button size="small" onClick={() => void read.refetch()}>
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
        schema={SavePolicy as never}
        fields={fields}
        initial={
          (policy
            ? formOf(policy)
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
          const saved = await call(managed.save, { body: values as never }, { silent: true })
          toast.success(policy ? '已保存' : '已新增，可在列表中提交审核')
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
      {policy && <ProposalPanel list={policy.proposals} onDone={() => client.invalidateQueries()} />}
      {policy ? (
        <Tabs
          destroyOnHidden={false}
          items={[
            {
              key: 'edit',
              label: '编辑',
              children: policy.allowed.includes('edit') ? (
                form
              ) : (
                <Alert
                  type="info"
                  showIcon
                  title="当前状态不能编辑"
                  description="已上架的政策如不能编辑，请先下架，或联系有发布权限的同事。"
                />
              ),
            },
            { key: 'links', label: '链接检查', children: <PolicyLinks policyId={policy.id} mayCheck={can('policy:edit')} /> },
            { key: 'versions', label: '版本', children: <PolicyVersions policyId={policy.id} /> },
            { key: 'companies', label: '符合的企业', children: <MatchedCompanies policyId={policy.id} /> },
          ]}
        />
      ) : (
        form
      )}
    </>
  )
}
