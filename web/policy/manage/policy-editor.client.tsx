import { Alert, Button, Skeleton } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { managed, proposals, type PolicyRule, SavePolicy, SaveRevision } from '../../../contract/policy.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import AskRight from '../../kit/ask-right.tsx'
import { backTo } from '../../kit/table/list-place.ts'
import { RecordForm } from '../../kit/form/record-form.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { EditedPolicy } from './edited-policy.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import { UneditedPolicy } from './unedited-policy.tsx'
import { emptyPolicy, formOf, formOfCopy, formOfRevision, policyFields, revisionFields } from './policy-form.ts'
import { useNotesQuestion } from './rule-notes.tsx'
import { PolicyLinks } from './policy-links.tsx'
import { PreviewButton } from './preview-button.tsx'
import { usePublishesAtOnce } from './review-words.ts'
import { MatchedCompanies } from '../match/matched-companies.tsx'
import { PolicyVersions } from '../detail/policy-versions.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const STANDS_AT = ['id', 'copy']
const UNSAVED = '尚未保存：请核对说明与规则的文字'

/** The right to edit was taken, perhaps while the form is open: what was typed stays in it. */
const RightLost = () => (
  <Alert
    type="warning"
    showIcon
    title="您没有编辑政策的权限，填写的内容不能保存到平台"
    description={
      <>
        <p>已填写的内容保留在本机，权限恢复后可以继续。</p>
        <AskRight path="/work/policyserveradmin" refusedCall={managed.save.path} />
      </>
    }
  />
)

/** `copyOf`: a new policy starts with the content of that one. */
export default function PolicyEditor({ id, copyOf = null }: { id: number | null; copyOf?: number | null }) {
  const can = useCan()
  const atOnce = usePublishesAtOnce()
  const navigate = useNavigate()
  const client = useQueryClient()
  const notesStand = useNotesQuestion()
  const source = id ?? copyOf
  const read = useQuery({
    queryKey: ['managed-policy', source],
    queryFn: () => call(managed.findById, { query: { id: source! } }, { silent: true }),
    enabled: source !== null,
    retry: false,
  })
  const typed = useRef(() => false)
  const opened = useRef('')
  const revises = id !== null && (read.data?.allowed.includes('revise') ?? false)
  const begun = read.data?.proposals.find((p) => p.kind === 'revision')
  const revision = useQuery({
    queryKey: ['policy-revision', id, begun?.version],
    queryFn: () => call(proposals.revision, { query: { id: id! } }, { silent: true }),
    enabled: revises && begun !== undefined,
    retry: false,
  })
  const waiting = revises && begun !== undefined && revision.isPending
  const failed = read.error ?? (waiting ? null : revision.error)
  if (source !== null && !failed && (read.isPending || waiting)) return <Skeleton active />
  if (source !== null && failed)
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
  const policy = id === null ? null : (read.data ?? null)
  const back = '/work/policyserveradmin'
  const mayPublish = policy === null || policy.allowed.includes('publish')
  const save = async (values: Input<typeof managed.save>['body'] & object, typed: Record<string, unknown>, send: boolean) => {
    // The form leaves out cleared values; for this field null means "no limit".
    const body = { ...values, ...(typed['maxAmount'] === null ? { maxAmount: null } : {}) }
    if (!(await notesStand(values.rule as PolicyRule)))
      throw Object.assign(new Error(UNSAVED), { fields: [{ path: 'rule', message: UNSAVED }] })
    if (revises) {
      await call(proposals.revise, { body }, { silent: true })
      toast.success('修订已保存，现行版本不变；对比无误后请提交审核')
      // The typed values are saved: reset the form with them.
      typed.current = () => false
      await client.invalidateQueries({ queryKey: ['managed-policy'] })
      return
    }
    const saved = await call(managed.save, { body }, { silent: true })
    if (send) {
      // The save stays even when the submission is refused: the reason is shown, and the policy is opened in its saved state.
      const sent = await call(managed.publish, { body: { id: saved.id, version: saved.version } }).catch(() => null)
      if (sent) toast.success(atOnce ? '已保存并发布' : '已保存并提交审核')
    } else toast.success(policy ? '已保存' : `已新增，可在列表中${atOnce ? '发布' : '提交审核'}`)
    await client.invalidateQueries({ queryKey: ['managed-policy'] })
    if (id === null) return void navigate(`${back}?id=${saved.id}`)
    const { to, state } = backTo(back)
    void navigate(to, { state })
  }
  const latest = async () => {
    const now = await call(managed.findById, { query: { id: id! } }, { silent: true })
    if (!now.proposals.some((p) => p.kind === 'revision')) return formOf(now)
    return formOfRevision(now, await call(proposals.revision, { query: { id: now.id } }, { silent: true }))
  }
  // Changes by others come in when this form is saved; they never replace what is being typed.
  if (!typed.current()) opened.current = `${source ?? 'new'}.${policy?.version ?? 0}.${begun?.version ?? 0}`
  const form = (
    <EditedPolicy value={id}>
      <RecordForm
        key={opened.current}
        steps
        standsAt={STANDS_AT}
        typedRef={typed}
        latest={id === null ? undefined : latest}
        draft={{ key: `policy${revises ? 'Revision' : ''}:${id ?? (copyOf === null ? 'new' : `copy:${copyOf}`)}` }}
        schema={revises ? SaveRevision : SavePolicy}
        fields={revises ? revisionFields : policyFields}
        {...(revises ? { submitText: '保存修订' } : {})}
        initial={
          policy
            ? revision.data
              ? formOfRevision(policy, revision.data)
              : formOf(policy)
            : read.data
              ? formOfCopy(read.data)
              : emptyPolicy
        }
        extra={<PreviewButton saved={policy} />}
        onCancel={() => {
          void navigate(back)
        }}
        second={
          revises || !mayPublish
            ? undefined
            : { text: atOnce ? '保存并发布' : '保存并提交审核', onSubmit: (values, typed) => save(values, typed, true) }
        }
        onSubmit={(values, typed) => save(values, typed, false)}
      />
    </EditedPolicy>
  )
  return (
    <>
      <p>
        <Link {...backTo(back)}>‹ 返回政策列表</Link>
      </p>
      <h2>
        {policy ? policy.policyTitle : read.data ? `新增政策（复制自“${read.data.policyTitle}”）` : '新增政策'}
        {policy && <span className="meta">{`　${policy.stateName} · 第 ${policy.versionNumber} 版`}</span>}
        {policy && can('policy:edit') && (
          <span className="meta">
            {'　'}
            <Link to={`${back}?id=new&copy=${policy.id}`}>复制为新政策</Link>
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
                  <UneditedPolicy policy={policy} onDone={() => client.invalidateQueries({ queryKey: ['managed-policy'] })} />
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
        <>
          {!can('policy:edit') && <RightLost />}
          {form}
        </>
      )}
    </>
  )
}
