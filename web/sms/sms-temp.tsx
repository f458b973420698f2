import { Button } from 'antd'
import { useState } from 'react'
import { smsPurposes, smsTemplateCodes } from '../../contract/sms/states.ts'
import { smsTemp, type SmsTempRow } from '../../contract/sms/temps.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ChangedSince, type Facts } from '../kit/dialog/changed-since.tsx'
import { readFailure } from '../kit/failure.ts'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { deletion } from './deletion.ts'

const TemplateForm = lazyPart(() => import('./template-form.client.tsx').then((m) => m.TemplateForm))

const TestMessage = lazyPart(() => import('./test-message.client.tsx').then((m) => m.TestMessage))

const fields = fieldsOf(
  smsTemp.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名称、内容' },
  { key: 'name', label: '模板名称', on: ['table'], width: 200, card: 'title' },
  { key: 'state', label: '状态', on: ['search', 'table'], width: 130, statuses: smsTemplateCodes.statuses, kind: 'status' },
  { key: 'forReview', label: '待审核', on: ['search'], kind: 'select', options: [{ label: '等我审核的', value: 1 }] },
  {
    key: 'purpose',
    label: '用途',
    kind: 'select',
    options: Object.entries(smsPurposes).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 90,
    show: (row) => smsPurposes[row.purpose],
  },
  { key: 'content', label: '短信内容', on: ['table'], width: 360 },
  { key: 'useNum', label: '使用次数', kind: 'number', on: ['table'], width: 100 },
  { key: 'authorName', label: '编写', on: ['table'], width: 130 },
  {
    key: 'reviewerName',
    label: '审核',
    on: ['table'],
    width: 130,
    show: (row) => row.reviewerName ?? (row.ownWork ? '未审核；您参与编写，请由他人审核' : '未审核'),
  },
  { key: 'reviewOpinion', label: '审核意见', on: ['table'], width: 180, show: (row) => row.reviewOpinion ?? '无' },
  {
    key: 'updateTime',
    label: '更新时间',
    on: ['table'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.updateTime)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
const LIST = 'smsTemp'
const may = (move: SmsTempRow['allowed'][number]) => (row: SmsTempRow) => row.allowed.includes(move)

/** 短信模板: one user writes, another approves; only approved texts are sent. */
export default function SmsTemplates() {
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const [editing, setEditing] = useState<SmsTempRow | 'new' | null>(null)
  const [testing, setTesting] = useState<SmsTempRow | null>(null)
  const [reviewing, setReviewing] = useState<SmsTempRow | null>(null)
  /** the template as it was when its review was opened, once somebody else has changed it */
  const [opened, setOpened] = useState<SmsTempRow | null>(null)
  const review = (row: SmsTempRow | null) => {
    setOpened(null)
    setReviewing(row)
  }
  const enable = (enableFlag: 0 | 1) => async (row: SmsTempRow) => {
    await call(smsTemp.enable, { body: { id: row.id, version: row.version, enableFlag } })
    toast.success(enableFlag === 1 ? '已启用' : '已停用')
    await refresh()
  }
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={smsTemp.list}
        first="还没有短信模板。点“新增模板”写一个，由另一人审核后可以发送。"
        tools={
          can('sms:manage') && (
            <Button type="primary" onClick={() => setEditing('new')}>
              新增模板
            </Button>
          )
        }
        actions={[
          { label: '审核', when: may('approve'), open: review },
          {
            label: '修改',
            when: (row) => can('sms:manage') && (row.allowed.includes('change') || row.allowed.includes('retire')),
            open: (row) => setEditing(row),
          },
          {
            label: '停用',
            when: may('retire'),
            ask: (row) => ({ title: `停用“${row.name}”？`, effect: '停用后不能再用它新建发送任务，已复核的任务照常发送。' }),
            run: enable(0),
          },
          { label: '启用', when: may('enable'), run: enable(1) },
          { label: '发一条给自己', when: () => can('sms:manage'), open: (row) => setTesting(row) },
          deletion((body) => call(smsTemp.remove, { body }), refresh),
        ]}
      />
      {editing && <TemplateForm template={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
      {testing && <TestMessage template={testing} onClose={() => setTesting(null)} />}
      <ReviewDialog
        draft={`sms-template-review:${reviewing?.id}`}
        title="审核短信模板"
        subject={
          reviewing && (
            <>
              {opened && <ChangedSince before={factsOf(opened)} now={factsOf(reviewing)} />}
              <TemplateText template={reviewing} />
            </>
          )
        }
        open={reviewing !== null}
        allowed={reviewing?.allowed ?? []}
        moves={{
          approve: { label: '通过', effect: '通过后即可用于发送。' },
          refuse: { label: '不通过', danger: true, reason: '审核意见' },
        }}
        onClose={() => review(null)}
        onDecide={async (move, reviewOpinion) => {
          const { id, version } = reviewing!
          const isStale = (error: unknown) => ['CONFLICT', 'STATE'].includes(readFailure(error).code ?? '')
          const reviewState = move === 'approve' ? 1 : 2
          await call(smsTemp.review, { body: { id, version, reviewState, reviewOpinion } }, { silent: true }).catch(
            async (error: unknown) => {
              if (isStale(error)) {
                const now = await call(smsTemp.findById, { query: { id } }, { silent: true })
                setOpened(opened ?? reviewing)
                setReviewing(now)
              }
              throw error
            },
          )
          toast.success(move === 'approve' ? '已启用' : '审核未通过')
          review(null)
          await refresh()
        }}
      />
    </>
  )
}

const factsOf = (t: SmsTempRow): Facts => [
  ['模板名称', t.name],
  ['用途', smsPurposes[t.purpose]],
  ['短信内容', t.content],
  ['阿里云模板代码', t.aliyunCode],
  ['腾讯云模板编号', t.tencentCode],
  ['状态', smsTemplateCodes.statuses[t.state as keyof typeof smsTemplateCodes.statuses].label],
]

const TemplateText = ({ template: t }: { template: SmsTempRow }) => (
  <>
    <strong>
      {t.name}（{smsPurposes[t.purpose]}）
    </strong>
    <p>{t.content}</p>
    {t.replaces && (
      <>
        <p>
          通过后代替正在使用的“{t.replaces.name}”（{smsPurposes[t.replaces.purpose]}），原来的内容：
        </p>
        <p>{t.replaces.content}</p>
      </>
    )}
  </>
)
